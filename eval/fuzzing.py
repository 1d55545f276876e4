"""What becomes of one damaged file: the judgement that all fuzzing shares."""

from pathlib import Path

from corpus.errors import UnreadableFileError
from ingest.readers import read


def read_damaged(file: Path) -> tuple[str, str]:
    """Read a file and say in a word how that went, with what was said of it.

    "read" and "refused" (in one line that names the file and a remedy) are right; "several lines" and "crashed" are
    faults.
    """
    try:
        reading = read(file)
    except UnreadableFileError as error:
        is_line = "\n" not in str(error) and file.name in str(error) and bool(error.remedy)
        return "refused" if is_line else "several lines", str(error)
    except Exception as error:  # a crash is what is looked for
        return "crashed", f"{type(error).__name__}: {error}"
    lines = [remark for remark in reading.remarks if "\n" in remark]
    return ("several lines", lines[0]) if lines else ("read", "")
