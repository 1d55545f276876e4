"""Errors put into clean parallel text, to measure what the checks of a translation find."""
