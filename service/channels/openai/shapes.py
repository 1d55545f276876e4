"""What OpenAI's clients send and expect (platform.openai.com/docs/api-reference/chat), as far as rules need it."""

import re
from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from service.api.schemas import LanguageTag, Name
from service.contract import Answer

MODEL = "lexludo"
TOKEN = re.compile(r"\w+|[^\w\s]")
MOST_MESSAGES = 500
MOST_EARLIER = 2
"""Earlier questions of a conversation that are asked again for their context."""


class Part(BaseModel):
    """A piece of a message; only text says anything to a rulebook."""

    type: str
    text: str = ""


class Message(BaseModel):
    """One turn."""

    role: str
    content: str | list[Part] | None = None

    @property
    def text(self) -> str:
        """The turn's text, whichever way it was sent."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text")
        return self.content or ""


class Scope(BaseModel):
    """What OpenAI's interface has no place for; ``metadata`` carries it, the model's name may carry the game."""

    game: Name | None = None
    expansion: Name | None = None
    language: LanguageTag | None = None


class StreamOptions(BaseModel):
    """What a stream carries besides the text."""

    include_usage: bool = False


class ChatRequest(BaseModel):
    """A conversation whose last user message is the question. Sampling settings are taken and mean nothing here."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [{"model": "lexludo", "messages": [{"role": "user", "content": "May I huff a piece?"}]}]
        },
    )

    model: Annotated[str, Field(max_length=200, description="lexludo, or lexludo/<game>")] = MODEL
    messages: Annotated[list[Message], Field(min_length=1, max_length=MOST_MESSAGES)]
    stream: bool = False
    stream_options: StreamOptions | None = None
    metadata: Scope | None = None

    @property
    def asked(self) -> list[str]:
        """The user's turns that say something, oldest first."""
        return [message.text for message in self.messages if message.role == "user" and message.text.strip()]


class AssistantMessage(BaseModel):
    """The answer as a turn."""

    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None


class Choice(BaseModel):
    """The one answer there is."""

    index: int = 0
    message: AssistantMessage
    logprobs: None = None
    finish_reason: Literal["stop"] = "stop"


class Usage(BaseModel):
    """Words and punctuation marks, which is what tokens are here; nothing is billed by them."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int

    @classmethod
    def of(cls, prompt: Iterable[str], completion: str) -> Self:
        """Count what went in and what came out."""
        given = sum(len(TOKEN.findall(text)) for text in prompt)
        made = len(TOKEN.findall(completion))
        return cls(prompt_tokens=given, completion_tokens=made, total_tokens=given + made)


class Completion(BaseModel):
    """A whole answer; ``lexludo`` holds what ``POST /v1/ask`` would have given, citations and offsets included."""

    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: list[Choice]
    usage: Usage
    lexludo: Answer


class Model(BaseModel):
    """A model, which here is a library or one game of it."""

    id: str
    object: Literal["model"] = "model"
    created: int = 0
    owned_by: str = "lexludo"


class Models(BaseModel):
    """All models."""

    object: Literal["list"] = "list"
    data: list[Model]


class Fault(BaseModel):
    """What was wrong with a call."""

    message: str
    type: str
    param: str | None = None
    code: str | None = None


class Failure(BaseModel):
    """An error as OpenAI's clients read it."""

    error: Fault
