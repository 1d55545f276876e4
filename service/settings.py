"""The service's settings: given, else from ``LEXLUDO_*`` variables, else a default that suits one small server."""

import os
import sys
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from service.feedback.entries import Words

DISCORD_API = "https://discord.com/api/v10"

LOOPBACK = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))

DATABASES = ("postgresql://", "postgresql+", "postgres://", "sqlite:///")
"""How the address of a feedback database may begin."""

Listed = NoDecode  # lists are written with commas in the environment, not as JSON


class Settings(BaseSettings):
    """Everything an operator can set, read once and handed to ``create_app``; each field is ``LEXLUDO_<NAME>``."""

    model_config = SettingsConfigDict(env_prefix="LEXLUDO_", frozen=True, extra="ignore", hide_input_in_errors=True)

    index: Path | None = Field(None, description="index folder; None is the user's data folder")
    model: str | None = Field(None, description="encoder by name or folder; None is the embedded one")
    reranker: str | None = Field(
        None, description="Sentence Transformers CrossEncoder, by name or folder, that re-orders the best candidates"
    )
    reranker_candidates: int = Field(20, ge=1, le=100, description="candidates that the reranker reads")
    host: str = Field("127.0.0.1", description="address to listen on")
    port: int = Field(8000, ge=0, le=65535, description="port to listen on; 0 takes a free one")
    cors_origins: Annotated[tuple[str, ...], Listed] = Field((), description="origins whose pages may call the API")
    rate_per_minute: float = Field(600.0, ge=0, description="API calls a client may make each minute; 0 is no limit")
    rate_burst: int = Field(120, ge=1, description="API calls a client may make at once after a pause")
    rate_exempt: Annotated[tuple[IPv4Network | IPv6Network, ...], Listed] = Field(
        LOOPBACK, description="networks that are never limited"
    )
    trusted_proxies: str = Field("127.0.0.1", description="addresses whose X-Forwarded-For is believed")
    workers: int = Field(
        1, ge=1, le=64, description="processes that answer; beyond 1, each shares the index and has its own encoder"
    )
    threads: int = Field(1, ge=1, le=64, description="questions answered at the same time, where workers is 1")
    waiting: int = Field(64, ge=1, description="questions that may wait their turn; more are told to come back")
    access_log: bool = Field(False, description="one line on stderr for each request, without what was asked")
    log_format: Literal["text", "json"] = Field("text", description="lines of the log: for people, or JSON")
    log_questions: bool = Field(False, description="one line on stderr for each question, with its words")
    admin_token: SecretStr | None = Field(None, description="token that may change the library; none is nobody may")
    upload_megabytes: float = Field(100.0, gt=0, le=500, description="largest upload of a document")
    allow_compare: bool = Field(False, description="whether anybody may compare editions; else who knows the token")
    public_url: str = Field(
        "", pattern=r"^(https?://[^\s?#]*[^\s?#/])?/?$", description="address under which others reach the service"
    )
    stream_heartbeat: float = Field(10.0, gt=0, description="seconds of silence after which a stream says it is there")
    llm_url: str = Field(
        "",
        pattern=r"^(https?://[^\s?#@]+)?$",
        description="OpenAI-compatible server (the address that ends in /v1) that may compose short answers over the "
        "passages and translate quotes; empty is none",
    )
    llm_model: str = Field("", max_length=200, validate_default=True, description="model to ask there")
    llm_key: SecretStr | None = Field(None, description="its key, sent as a bearer token and never logged")
    llm_timeout: float = Field(20.0, gt=0, le=300, description="seconds that a reply may take, a retry included")
    translate: Literal["auto", "package", "llm", "off"] = Field(
        "auto",
        description="who translates quotes for those who do not read their language: the package of the extra "
        "translate, the language model, or (auto) what there is of them, in this order",
    )
    aids_wait: float = Field(
        1.5, ge=0, le=10, description="seconds that a composed text or a translation may hold back an answer"
    )
    discord_public_key: str = Field(
        "", pattern=r"^([0-9a-fA-F]{64})?$", description="Discord application's public key; empty is no Discord"
    )
    discord_api: str = Field(DISCORD_API, description="Discord's API")
    discord_reply_within: float = Field(
        2.2, gt=0, le=2.8, description="seconds for a direct reply; a later one is promised and edited in"
    )
    discord_rate_per_minute: float = Field(30.0, ge=0, description="questions a Discord user may ask; 0 is no limit")

    sites: Path | None = Field(None, description="TOML file of the sites that may embed the chat; none is no site")
    feedback_url: SecretStr = Field(
        SecretStr("default"),
        description="database that keeps votes and what was asked: postgresql://... or sqlite:///...; "
        "default is a file in the user's data folder, off (or empty) keeps nothing",
    )
    feedback_words: Words = Field(
        Words.UNANSWERED,
        description="questions whose words are kept: none, unanswered, all; a vote always comes with them",
    )
    feedback_days: int = Field(180, ge=0, le=36_500, description="days after which feedback is removed; 0 is never")

    @property
    def asking_threads(self) -> int:
        """Return how many questions are under way: with workers, one in each and one that it takes up next."""
        return 2 * self.workers if self.workers > 1 else self.threads

    @property
    def threads_of_a_worker(self) -> int:
        """Return how many threads an encoder has: its share of the cores, 0 (one a core) where it is alone."""
        return max(1, _cores() // self.workers) if self.workers > 1 else 0

    @property
    def feedback_address(self) -> str:
        """Return the feedback database's URL, "" where there is none; it may hold a password."""
        given = self.feedback_url.get_secret_value()
        return f"sqlite:///{user_data_path('lexludo') / 'feedback.sqlite3'}" if given == "default" else given

    @field_validator("feedback_url", mode="before")
    @classmethod
    def _known_database(cls, value: object) -> object:
        if not isinstance(value, str) or (given := value.strip()) == "default":
            return value
        if given in ("", "off"):
            return ""
        if not given.startswith(DATABASES):
            raise ValueError("write postgresql://USER:PASSWORD@HOST/NAME, sqlite:///FILE, default or off")
        return given

    @field_validator("admin_token", "llm_key", "reranker", mode="before")
    @classmethod
    def _none_if_blank(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @field_validator("public_url", "llm_url")
    @classmethod
    def _without_slash(cls, value: str) -> str:
        return value.rstrip("/")

    @field_validator("llm_key")
    @classmethod
    def _fit_for_a_header(cls, value: SecretStr | None) -> SecretStr | None:
        key = value.get_secret_value().strip() if value else ""
        if not (key.isascii() and key.isprintable()):
            raise ValueError("a key has letters, digits and signs only; copy it again, without line ends")
        return SecretStr(key) if key else None

    @field_validator("llm_model", "translate")
    @classmethod
    def _has_its_server(cls, value: str, read: ValidationInfo) -> str:
        url = read.data.get("llm_url", "")
        if read.field_name == "llm_model" and url and not value.strip():
            raise ValueError("name the model to ask at LEXLUDO_LLM_URL")
        if value == "llm" and read.field_name == "translate" and not url:
            raise ValueError("llm needs LEXLUDO_LLM_URL, the server to ask")
        return value.strip()

    @field_validator("cors_origins", "rate_exempt", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value


def _cores() -> int:
    """Return how many cores this process may use, or has, where a system does not tell the difference."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
