"""Files that must be whole: checksums, and writes that survive a crash."""

import hashlib
import os
from pathlib import Path


def sha256_of(file: Path) -> str:
    """Return the file's SHA-256 as hexadecimal digits, read in pieces."""
    with file.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def sync_tree(folder: Path) -> None:
    """Force every file below ``folder``, and the folders that name them, onto the disk."""
    for path in [*folder.rglob("*"), folder]:
        sync(path)


def sync(path: Path) -> None:
    """Force one file or folder onto the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
