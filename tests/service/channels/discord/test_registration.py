"""``lexludo discord register``, as a process, against a Discord that checks what it documents."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.channels.discord.commands import command
from tests.service.channels.discord.documented import command_faults
from tests.service.channels.discord.playing import APPLICATION, BOT_TOKEN, Discord

ROOT = Path(__file__).parents[4]


def lexludo(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("LEXLUDO_")}
    call = [sys.executable, "-m", "eval.cli", "discord", "register", *arguments]
    return subprocess.run(call, cwd=ROOT, env=clean | environment, capture_output=True, text=True, timeout=60)


def test_the_command_keeps_discords_limits_in_every_language() -> None:
    made = command()
    assert command_faults(made) == []
    assert set(made["name_localizations"]) == {"pt-BR", "es-ES", "es-419", "fr", "de", "it"}
    assert made["name_localizations"]["pt-BR"] == "regras"
    assert [option["name"] for option in made["options"]] == ["question", "game", "expansion"]
    assert [option.get("autocomplete", False) for option in made["options"]] == [False, True, True]
    for option in made["options"]:
        assert set(option["description_localizations"]) == set(made["name_localizations"])


def test_the_command_is_registered_from_the_environment(discord: Discord) -> None:
    discord.commands.clear()
    known = {"LEXLUDO_DISCORD_APPLICATION_ID": APPLICATION, "LEXLUDO_DISCORD_TOKEN": BOT_TOKEN}
    done = lexludo(LEXLUDO_DISCORD_API=discord.api, **known)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Discord knows /rules now; it may take a minute to appear.\n"
    assert discord.commands == [("", command())]


def test_one_server_alone_may_have_it(discord: Discord) -> None:
    discord.commands.clear()
    given = ("--application-id", APPLICATION, "--token", BOT_TOKEN, "--guild-id", "55")
    assert lexludo(*given, LEXLUDO_DISCORD_API=discord.api).returncode == 0
    assert [guild for guild, _ in discord.commands] == ["55"]


@pytest.mark.parametrize(
    ("application", "token", "code", "words"),
    [
        (APPLICATION, "wrong-token-4711", 1, "does not know this token"),
        ("1042", BOT_TOKEN, 1, "knows no such application"),
        ("../../users", BOT_TOKEN, 2, "takes the number that Discord shows"),
        ("", BOT_TOKEN, 2, "takes the number that Discord shows"),
    ],
)
def test_failures_say_what_to_do_and_never_the_token(
    discord: Discord, application: str, token: str, code: int, words: str
) -> None:
    done = lexludo("--application-id", application, "--token", token, LEXLUDO_DISCORD_API=discord.api)
    assert done.returncode == code
    assert words in " ".join(done.stderr.replace("│", " ").split())
    assert token not in done.stdout + done.stderr


def test_a_token_in_the_environment_is_not_shown_in_the_help() -> None:
    done = lexludo("--help", LEXLUDO_DISCORD_TOKEN=BOT_TOKEN)
    assert done.returncode == 0
    assert "LEXLUDO_DISCORD_TOKEN" in done.stdout
    assert BOT_TOKEN not in done.stdout


def test_a_discord_out_of_reach_or_asking_to_wait_is_told(discord: Discord) -> None:
    given = ("--application-id", APPLICATION, "--token", BOT_TOKEN)
    unreachable = lexludo(*given, LEXLUDO_DISCORD_API="http://127.0.0.1:9")
    assert (unreachable.returncode, "cannot be reached" in unreachable.stderr) == (1, True)
    discord.script = [(429, {"retry_after": 3.0}, {"Retry-After": "3"})]
    limited = lexludo(*given, LEXLUDO_DISCORD_API=discord.api)
    assert (limited.returncode, "try again in 3 s" in limited.stderr) == (1, True)


def test_without_a_token_it_is_wrong_use() -> None:
    done = lexludo("--application-id", APPLICATION)
    assert done.returncode == 2
