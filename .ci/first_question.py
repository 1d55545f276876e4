"""Waits for a served Lexludo, asks one question and checks that the answer cites its words."""

import json
import os
import sys
import time
import urllib.error
import urllib.request

PATIENCE = 900
QUESTION = {"question": "posso rocar se o rei está em xeque?", "game": "chess"}


def fetch(url: str, body: dict[str, str] | None = None) -> dict[str, object]:
    """Return the JSON that ``url`` gives, for ``body`` posted to it or as it is."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        found = json.loads(answer.read())
    assert isinstance(found, dict)
    return found


def wait(base: str, server: int) -> None:
    """Wait until the service is ready, as long as its process lives."""
    started = time.monotonic()
    while time.monotonic() - started < PATIENCE:
        try:
            urllib.request.urlopen(f"{base}/readyz", timeout=5).close()
            print(f"ready after {time.monotonic() - started:.0f} s, installing included")
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            os.kill(server, 0)
            time.sleep(0.5)
    sys.exit(f"{base} was not ready within {PATIENCE} s")


def main() -> None:
    """Ask, show and check."""
    base, server = sys.argv[1], int(sys.argv[2])
    wait(base, server)
    answer = fetch(f"{base}/v1/ask", QUESTION)
    citation = answer["citations"][0]  # type: ignore[index]
    page = fetch(f"{base}/v1/documents/{citation['document']}/pages/{citation['page']}")
    quoted = str(page["text"])[citation["start"] : citation["end"]]
    print(f"{QUESTION['question']}\n  {answer['status']}: “{citation['quote']}”")
    print(f"  {citation['title']}, page {citation['page']}")
    assert answer["status"] == "answered"
    assert quoted == citation["quote"] == answer["answer"]


if __name__ == "__main__":
    main()
