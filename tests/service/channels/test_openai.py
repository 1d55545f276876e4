"""With OpenAI's own client, over HTTP."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest
from openai.types.chat import ChatCompletionMessageParam

from service.channels.telling import tell
from service.contract import Answer, Citation, Status
from tests.service.scripted import Scripted
from tests.service.serving import served

BOAT = "Can I use the boat of another player?"
BOAT_RULE = "You may use the boat of another player if you pay them one coin."


def user(text: str) -> ChatCompletionMessageParam:
    return {"role": "user", "content": text}


def assistant(text: str) -> ChatCompletionMessageParam:
    return {"role": "assistant", "content": text}


@pytest.fixture
def api(address: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{address}/v1", api_key="any", max_retries=0) as client:
        yield client


def test_a_completion_quotes_the_rule_and_says_where_it_stands(api: openai.OpenAI, address: str) -> None:
    completion = api.chat.completions.create(model="lexludo/harbour", messages=[user(BOAT)], temperature=0)
    content = completion.choices[0].message.content or ""
    first, source = content.split("\n\n")[:2]
    assert first == f"> {BOAT_RULE}"
    link = f"{address}/documents/harbour.en/pages/2?start=6&end=70#quote"
    assert source == f"— [Harbour of Winds · Rulebook · p. 2 · Boats]({link})"
    assert completion.choices[0].finish_reason == "stop"
    assert completion.model == "lexludo/harbour"


def test_citations_are_kept_whole_beside_the_text(api: openai.OpenAI, client: httpx.Client) -> None:
    completion = api.chat.completions.create(model="lexludo/harbour", messages=[user(BOAT)])
    kept = (completion.model_extra or {})["lexludo"]
    assert kept == client.post("/v1/ask", json={"question": BOAT, "game": "harbour"}).json()
    page = client.get("/v1/documents/harbour.en/pages/2").json()["text"]
    assert page[kept["citations"][0]["start"] : kept["citations"][0]["end"]] == BOAT_RULE


def test_usage_counts_words_and_marks(api: openai.OpenAI) -> None:
    messages = [user("Who wins, then?"), assistant("Nobody."), user("zebra quantum")]
    completion = api.chat.completions.create(model="lexludo/castle", messages=messages)
    usage = completion.usage
    assert usage is not None
    assert usage.prompt_tokens == 5 + 2 + 2
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens
    assert (completion.choices[0].message.content or "").startswith("The rulebook does not say.")


def test_a_stream_brings_the_same_text_in_pieces_then_the_citations_then_the_usage(api: openai.OpenAI) -> None:
    whole = api.chat.completions.create(model="lexludo/harbour", messages=[user(BOAT)])
    stream = api.chat.completions.create(
        model="lexludo/harbour", messages=[user(BOAT)], stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
    assert "".join(pieces) == whole.choices[0].message.content
    assert len([piece for piece in pieces if piece]) >= 2
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert (chunks[-2].model_extra or {})["lexludo"] == (whole.model_extra or {})["lexludo"]
    assert chunks[-1].choices == []
    assert chunks[-1].usage == whole.usage
    assert len({chunk.id for chunk in chunks}) == 1


def test_a_stream_ends_with_done(client: httpx.Client) -> None:
    body = {"model": "lexludo", "messages": [{"role": "user", "content": BOAT}], "stream": True}
    answer = client.post("/v1/chat/completions", json=body)
    assert answer.text.endswith("data: [DONE]\n\n")
    assert '"usage"' not in answer.text


def test_the_async_client_streams_too(address: str) -> None:
    async def joined() -> str:
        async with openai.AsyncOpenAI(base_url=f"{address}/v1", api_key="any") as api:
            stream = await api.chat.completions.create(model="lexludo/harbour", messages=[user(BOAT)], stream=True)
            return "".join([chunk.choices[0].delta.content or "" async for chunk in stream])

    assert asyncio.run(joined()).startswith(f"> {BOAT_RULE}")


def test_earlier_questions_come_first_in_a_conversation_of_their_own() -> None:
    scripted = Scripted()
    with served(scripted) as base, openai.OpenAI(base_url=f"{base}/v1", api_key="any") as api:
        turns = [user("Old?"), user("Whose boat?"), assistant("> Yours."), user("And storms?"), user("In port?")]
        for _ in range(2):
            api.chat.completions.create(model="lexludo/harbour", messages=turns)
    assert [one.text for one in scripted.asked] == ["Whose boat?", "And storms?", "In port?"] * 2
    conversations = [one.conversation_id for one in scripted.asked]
    assert conversations[0] == conversations[1] == conversations[2]
    assert None not in conversations
    assert conversations[0] != conversations[3]


def test_parts_and_other_roles_are_read_and_metadata_sets_the_scope() -> None:
    scripted = Scripted()
    messages: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": "You are a pirate."},
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": "https://example.org/x.png"}},
                {"type": "text", "text": "Whose boat?"},
            ],
        },
        {"role": "assistant", "content": None, "tool_calls": []},
    ]
    scope = {"game": "Harbour of Winds", "expansion": "Storms", "language": "pt-BR"}
    with served(scripted) as base, openai.OpenAI(base_url=f"{base}/v1", api_key="any") as api:
        api.chat.completions.create(model="lexludo", messages=messages, metadata=scope)
    (asked,) = scripted.asked
    assert (asked.text, asked.game, asked.expansions, asked.language) == (
        "Whose boat?",
        "harbour",
        ("storms",),
        "pt-BR",
    )


def test_which_game_names_the_models_to_choose_from(api: openai.OpenAI) -> None:
    completion = api.chat.completions.create(model="lexludo", messages=[user("tie")])
    assert (completion.choices[0].message.content or "").startswith("The rulebook does not say.")
    completion = api.chat.completions.create(model="lexludo", messages=[user("Who wins most?")])
    text = completion.choices[0].message.content or ""
    assert text.splitlines()[0] == "Which game is this about?"
    assert "- Castillo & Corona (`lexludo/castle`)" in text.splitlines()


def test_the_text_around_a_quote_is_in_the_questions_language(api: openai.OpenAI) -> None:
    completion = api.chat.completions.create(model="lexludo", messages=[user("Posso usar os barcos de outro jogador?")])
    assert "· Manual · p. 2 · Barcos]" in (completion.choices[0].message.content or "")


def test_models_are_the_library_and_its_games(api: openai.OpenAI) -> None:
    assert [model.id for model in api.models.list()] == ["lexludo", "lexludo/castle", "lexludo/harbour"]
    assert api.models.retrieve("lexludo/harbour").id == "lexludo/harbour"
    with pytest.raises(openai.NotFoundError, match="no model gpt-9"):
        api.models.retrieve("gpt-9")


@pytest.mark.parametrize(
    ("model", "message", "kind", "words"),
    [
        ("lexludo/chess", BOAT, openai.NotFoundError, "no game named chess"),
        ("gpt-4o", BOAT, openai.NotFoundError, "use lexludo"),
        ("lexludo", "a" * 1001, openai.BadRequestError, "at most 1,000"),
        ("lexludo", "  ", openai.BadRequestError, "no user message"),
    ],
)
def test_errors_have_openais_shape(
    api: openai.OpenAI, model: str, message: str, kind: type[openai.APIStatusError], words: str
) -> None:
    with pytest.raises(kind, match=words) as caught:
        api.chat.completions.create(model=model, messages=[user(message)])
    assert isinstance(caught.value.body, dict)
    assert set(caught.value.body) == {"message", "type", "param", "code"}
    assert caught.value.body["type"] == "invalid_request_error"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"messages": []}',
        b'{"messages": [{"role": "user"}]}',
        b'{"messages": "x"}',
        b"\xff\xfe",
        b'{"messages": [{"role": "user", "content": "\\ud800 boat"}]}',
        b'{"model": "lexludo/\\ud800", "messages": [{"role": "user", "content": "boat"}]}',
        b'{"messages": [{"role": "user", "content": "boat"}], "metadata": {"language": "!!"}}',
    ],
)
def test_a_bad_body_is_400_or_404_in_openais_shape(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/v1/chat/completions", content=body)
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]["message"]


def test_a_long_conversation_is_taken_and_an_endless_one_is_not(client: httpx.Client) -> None:
    def status(characters: int) -> int:
        turns: list[dict[str, Any]] = [{"role": "system", "content": "x" * characters}]
        turns.append({"role": "user", "content": BOAT})
        return client.post("/v1/chat/completions", json={"messages": turns}).status_code

    assert status(200_000) == 200
    assert status(600_000) == 413


def test_a_busy_library_is_503_and_the_client_tries_again() -> None:
    async def ask(base: str) -> list[str]:
        async with openai.AsyncOpenAI(base_url=f"{base}/v1", api_key="any", max_retries=3) as api:
            calls = [api.chat.completions.create(model="lexludo/harbour", messages=[user(BOAT)]) for _ in range(3)]
            return [one.choices[0].message.content or "" for one in await asyncio.gather(*calls)]

    with served(Scripted(delay=0.2), threads=1, waiting=1) as base:
        assert all(text.startswith(f"> {BOAT_RULE}") for text in asyncio.run(ask(base)))


@pytest.mark.parametrize("stream", [False, True])
def test_an_unexpected_failure_tells_nothing_of_the_inside(stream: bool) -> None:
    failing = Scripted(delay=0.2, failure=RuntimeError("secret detail"))
    with served(failing) as base, openai.OpenAI(base_url=f"{base}/v1", api_key="any", max_retries=0) as api:
        with pytest.raises(openai.APIError) as caught:
            _ask_and_read(api, stream)
        assert "secret" not in str(caught.value.body)
        assert "went wrong" in caught.value.message


def _ask_and_read(api: openai.OpenAI, stream: bool) -> None:
    if stream:
        list(api.chat.completions.create(model="lexludo", messages=[user(BOAT)], stream=True))
    else:
        api.chat.completions.create(model="lexludo", messages=[user(BOAT)])


def test_work_is_dropped_when_the_client_leaves() -> None:
    scripted = Scripted(delay=0.8)
    with served(scripted, threads=1) as base:
        for _ in range(2):
            with pytest.raises(httpx.ReadTimeout):
                httpx.post(f"{base}/v1/chat/completions", json={"messages": [user(BOAT)]}, timeout=0.15)
        time.sleep(1.3)
        # the first was under way and could not be stopped; the second was still waiting and never began
        assert len(scripted.asked) == 1
        assert 'route="/v1/chat/completions",status="499"' in httpx.get(f"{base}/metrics").text


def test_a_public_address_stands_in_the_links() -> None:
    with (
        served(Scripted(), public_url="https://rules.example/lex/") as base,
        openai.OpenAI(base_url=f"{base}/v1", api_key="any") as api,
    ):
        completion = api.chat.completions.create(model="lexludo/harbour", messages=[user(BOAT)])
    assert "](https://rules.example/lex/documents/harbour.en/pages/2?" in (completion.choices[0].message.content or "")


def test_a_title_cannot_end_the_link_it_names() -> None:
    citation = Citation("p", "d", "A](https://evil.example) <b>", "g", "faq", "en", 1, (), "x\n# y", 0, 1, 1.0, "/here")
    answer = Answer(Status.ANSWERED, "x", 1.0, "en", (citation,))
    text = "".join(tell(answer, [], lambda path: f"https://us.example{path}"))
    assert text == ("> x\n> # y\n\n— [A\\](https://evil.example) \\<b\\> · FAQ · p. 1](https://us.example/here)")
