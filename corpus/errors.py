"""Every error that Lexludo raises on purpose: it names the thing at fault and says what to do."""


class LexludoError(Exception):
    """Base of all expected errors; its text is shown to the user as it stands."""


class UnreadableFileError(LexludoError):
    """A file that cannot become pages: empty, encrypted, damaged, image-only, of an unknown kind."""

    def __init__(self, file: object, problem: str, remedy: str) -> None:
        super().__init__(f"{file}: {problem}; {remedy}")
        self.file, self.problem, self.remedy = str(file), problem, remedy


class CatalogError(LexludoError):
    """A catalogue that says something impossible; all of its problems are listed at once."""

    def __init__(self, catalog: object, problems: list[str]) -> None:
        super().__init__("\n".join(f"{catalog}: {problem}" for problem in problems))
        self.problems = problems


class ModelError(LexludoError):
    """A model that cannot be found, unpacked or loaded."""


class IndexUnusableError(LexludoError):
    """An index that is missing, damaged, or was made with another model or other settings."""


class UnknownNameError(LexludoError):
    """A game, expansion, document or page that the library does not hold."""
