"""What is written for systemd and containers names commands, options, settings, files and versions that exist."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from eval.cli import build
from service.api.serving import GRACE
from service.settings import Settings
from service.workers import hand
from tests.service.scripted import Scripted
from tests.service.serving import served

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "service" / "deploy"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICE: dict[str, Any] = COMPOSE["services"]["lexludo"]
UNIT = (DEPLOY / "lexludo.service").read_text()


def steps(instruction: str) -> list[str]:
    """Return what stands behind an instruction of the Dockerfile, each time, its lines joined."""
    joined = re.sub(r"\\\n\s*", "", DOCKERFILE)
    return re.findall(rf"^{instruction} (.*)$", joined, re.MULTILINE)


def unit(section: str, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT.split(f"[{section}]")[1].split("\n[")[0], re.MULTILINE)


def environment() -> dict[str, str]:
    return dict(each.split("=", 1) for each in shlex.split(" ".join(steps("ENV"))))


COMMANDS = [
    json.loads(steps("ENTRYPOINT")[0]) + json.loads(steps("CMD")[-1]),
    json.loads(steps("ENTRYPOINT")[0]) + SERVICE["command"],
    shlex.split(unit("Service", "ExecStart")[0]),
]


@pytest.mark.parametrize("command", COMMANDS, ids=["Dockerfile", "compose", "systemd"])
def test_commands_and_their_options_exist(command: list[str]) -> None:
    assert Path(command[0]).name in PROJECT["project"]["scripts"]
    known = typer.main.get_command(build()).commands[command[1]]  # type: ignore[attr-defined]
    known.make_context(command[1], list(command[2:]), resilient_parsing=False)


def test_every_variable_is_a_setting_and_has_a_value_that_is_one() -> None:
    compose = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", str(value)) for name, value in SERVICE["environment"].items()}
    systemd = dict(each.split("=", 1) for line in unit("Service", "Environment") for each in line.split())
    for given in (environment(), compose, systemd):
        ours = {name.removeprefix("LEXLUDO_").lower(): each for name, each in given.items() if name[:8] == "LEXLUDO_"}
        assert ours
        assert set(ours) <= set(Settings.model_fields)
        Settings.model_validate(ours)


def test_versions_are_the_projects() -> None:
    version = PROJECT["project"]["version"]
    assert f'org.opencontainers.image.version="{version}"' in DOCKERFILE
    assert SERVICE["image"] == f"lexludo:{version}"
    assert f'licenses="{PROJECT["project"]["license"]}"' in DOCKERFILE
    assert {tuple(map(int, each)) for each in re.findall(r"^FROM python:(\d+)\.(\d+)-slim", DOCKERFILE, re.M)} == {
        tuple(map(int, PROJECT["project"]["requires-python"].removeprefix(">=").split(".")))
    }


def test_the_image_is_built_from_what_is_there_and_all_that_is_needed() -> None:
    copied = {name for step in steps("COPY") if "--from" not in step for name in step.split()[:-1]}
    assert {name for name in copied if not (ROOT / name).exists()} == set()
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {*wheel, "pyproject.toml", PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]} == copied
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert {line[1:] for line in lines if line.startswith("!")} == copied
    context = (DEPLOY / SERVICE["build"]["context"]).resolve()
    assert context == ROOT
    assert context / SERVICE["build"]["dockerfile"] == DEPLOY / "Dockerfile"


def test_the_container_is_nobody_in_particular_and_keeps_its_data_in_the_volume() -> None:
    (user,) = steps("USER")
    assert f"useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin {user}" in steps("RUN")[-1]
    (volume,) = steps("VOLUME")
    homes = environment()
    assert all(homes[name].startswith(volume) for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"))
    assert SERVICE["volumes"] == [f"lexludo:{volume}"]
    assert "lexludo" in COMPOSE["volumes"]
    assert (steps("EXPOSE"), homes["LEXLUDO_HOST"]) == ([homes["LEXLUDO_PORT"]], "0.0.0.0")
    assert SERVICE["ports"] == [f"127.0.0.1:8000:{homes['LEXLUDO_PORT']}"]
    assert (
        SERVICE["environment"]["LEXLUDO_TRUSTED_PROXIES"]
        == COMPOSE["networks"]["front"]["ipam"]["config"][0]["gateway"]
    )


def test_the_healthcheck_tells_a_service_that_answers_from_one_that_does_not() -> None:
    (check,) = steps("HEALTHCHECK")
    command = json.loads(check.split(" CMD ")[1])
    assert f":{environment()['LEXLUDO_PORT']}/" in command[-1]

    def code(address: str) -> int:
        script = command[-1].replace("http://127.0.0.1:8000", address)
        return subprocess.run([sys.executable, command[1], script], stderr=subprocess.DEVNULL, check=False).returncode

    def unopened() -> Scripted:
        raise OSError("damaged")

    with served(Scripted()) as address:
        assert code(address) == 0
    assert code(address) == 1
    with served(unopened) as address:
        assert code(address) == 1


def test_a_stop_leaves_time_to_answer_what_is_in_flight() -> None:
    needed = GRACE + hand.FAREWELL
    assert float(SERVICE["stop_grace_period"].removesuffix("s")) > needed
    assert float(unit("Service", "TimeoutStopSec")[0]) > needed
    assert unit("Service", "KillMode") == ["mixed"]
    assert steps("STOPSIGNAL") == ["SIGTERM"]


def test_the_unit_reads_as_one_and_runs_as_nobody_in_particular() -> None:
    parser = RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(UNIT)
    assert parser.sections() == ["Unit", "Service", "Install"]
    service = parser["Service"]
    assert (service["DynamicUser"], service["NoNewPrivileges"], service["ProtectSystem"]) == ("yes", "yes", "strict")
    homes = dict(each.split("=", 1) for line in unit("Service", "Environment") for each in line.split())
    assert Path(homes["XDG_DATA_HOME"]) / "lexludo" == Path("/var/lib") / service["StateDirectory"]
    assert Path(homes["XDG_CACHE_HOME"]) / "lexludo" == Path("/var/cache") / service["CacheDirectory"]
