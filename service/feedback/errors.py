"""What can go wrong with feedback; free of any database, so that every door can tell of it."""

from corpus.errors import LexludoError


class FeedbackDatabaseError(LexludoError):
    """A database that cannot be opened, read or written; its text holds no password."""


class FeedbackUseError(LexludoError):
    """A command over feedback that cannot be done as it was given."""
