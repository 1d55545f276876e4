"""Readers: one module for each kind of file, each giving a document's pages."""
