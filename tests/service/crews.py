"""What worker processes open in tests: the scripted library, with the process that answered as conversation id."""

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.errors import IndexUnusableError
from service.contract import Answer, Question
from tests.service.scripted import Scripted


@dataclass
class InProcess(Scripted):
    """Answers as ``game`` tells it to; its generation stands in a file."""

    folder: Path = Path()

    def ask(self, question: Question) -> Answer:
        if question.text.startswith("fail"):
            raise ZeroDivisionError("of no use")
        if question.text.startswith("die") and not (self.folder / "died").exists():
            (self.folder / "died").touch()
            os._exit(3)
        if question.text.startswith("wait"):
            (self.folder / "waiting").touch()
            time.sleep(1.0)
        return replace(self._answer(question), conversation_id=str(os.getpid()))

    def signature(self) -> dict[str, str]:
        return {"index": (self.folder / "generation").read_text()}


@dataclass(frozen=True)
class Opening:
    folder: Path
    worker: int

    def __call__(self) -> InProcess:
        if not (self.folder / "generation").exists():
            raise IndexUnusableError(f"{self.folder}: there is no index here")
        return InProcess(folder=self.folder)


@dataclass(frozen=True)
class Openings:
    folder: Path

    def __call__(self, worker: int) -> Opening:
        return Opening(self.folder, worker)
