"""Settings are told from the code, every one of them, and each default can be written back as it is told."""

import subprocess
import sys

import pytest

from service.settings import Settings
from service.settings_told import all_settings, as_markdown


def test_every_setting_is_told_with_its_default_and_its_meaning() -> None:
    told = {each.variable: each for each in all_settings()}
    assert list(told) == [f"LEXLUDO_{name.upper()}" for name in Settings.model_fields]
    assert not [each.variable for each in told.values() if len(each.meaning) < 10 or not each.meaning[0].isupper()]
    assert told["LEXLUDO_PORT"].default == "8000"
    assert told["LEXLUDO_RATE_EXEMPT"].default == "127.0.0.0/8,::1/128"
    assert told["LEXLUDO_ACCESS_LOG"].default == "false"
    assert told["LEXLUDO_ADMIN_TOKEN"].default == ""


def test_defaults_are_told_as_they_may_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LEXLUDO_FEEDBACK_URL", raising=False)
    told = {each.variable.removeprefix("LEXLUDO_").lower(): each.default for each in all_settings()}
    assert Settings.model_validate({name: value for name, value in told.items() if value}) == Settings.model_validate(
        {}
    )


def test_the_command_prints_them_for_people_and_as_a_table() -> None:
    def printed(*options: str) -> str:
        command = [sys.executable, "-m", "tests.service.command", "settings", *options]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout

    assert "LEXLUDO_WAITING=64\n    Questions that may wait their turn; more are told to come back\n" in printed()
    table = printed("--markdown")
    assert table == as_markdown() + "\n"
    assert "| `LEXLUDO_PORT` | `8000` | Port to listen on; 0 takes a free one |" in table
    assert {line.count("|") - line.count("\\|") for line in table.splitlines()} == {4}
