"""Answering in several processes: one serves HTTP and holds all state, the others encode and rank."""
