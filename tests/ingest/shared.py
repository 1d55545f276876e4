"""Where the shared test material lies, beside the repository; tests that need it are skipped without it."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared test material is not beside the repository")
