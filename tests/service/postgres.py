"""A PostgreSQL of our own, on a local socket and port, for as long as a ``with`` block lasts."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MISSING = "no initdb; install PostgreSQL (on Debian: apt-get install postgresql) to run these tests"

PASSWORD = "a secret of the tests"


def find() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest where there are several, or None."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


@contextmanager
def postgres(programs: Path) -> Iterator[str]:
    """Yield the URL of an empty database; it refuses to run as root, so another user runs it then."""
    with tempfile.TemporaryDirectory(prefix="lexludo-pg-") as name:
        folder, rights = Path(name), _rights()
        if rights:
            shutil.chown(folder, rights["user"])
        data, port = folder / "data", _free_port()
        secret = folder / "secret"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        made = (programs / "initdb", "-D", data, "-U", "someone", "-A", "scram-sha-256", "--pwfile", secret)
        subprocess.run([*made, "-E", "UTF8", "--no-sync"], check=True, capture_output=True, cwd=folder, **rights)
        options = ("-D", data, "-k", folder, "-h", "127.0.0.1", "-p", str(port), "-F")
        server = subprocess.Popen(
            [programs / "postgres", *options], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **rights
        )
        try:
            _wait_for(port)
            yield f"postgresql://someone:{PASSWORD.replace(' ', '%20')}@127.0.0.1:{port}/postgres"
        finally:
            server.terminate()
            server.wait(20)


def _rights() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    names = {one.pw_name for one in pwd.getpwall()}
    return {"user": "postgres" if "postgres" in names else "nobody"}


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < until, "PostgreSQL did not start"
            time.sleep(0.05)
