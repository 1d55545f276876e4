"""The Chromium that browser tests drive; ``python -m tests.chromium`` installs it where it can."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

MISSING = "no chromium on PATH; install one (on Debian: apt-get install chromium) to run the browser tests"


def find() -> str | None:
    """Return the path of a Chromium on this machine, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def ensure() -> str | None:
    """Return the path of a Chromium, installing Debian's where there is none and we may; None where we may not."""
    found = find()
    prefix = _rights()
    if found or prefix is None:
        return found
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ("apt-get", "install", "-y", "--no-install-recommends", "chromium")
    for command in (("apt-get", "update"), install):
        if subprocess.run([*prefix, *command], env=environment, check=False).returncode != 0:
            return None
    return find()


def _rights() -> list[str] | None:
    """Return what to put before apt-get, or None where it is not there or not ours to run."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    if (
        shutil.which("sudo")
        and subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        return ["sudo", "-n"]
    return None


if __name__ == "__main__":
    path = ensure()
    print(path or MISSING, file=sys.stdout if path else sys.stderr)
