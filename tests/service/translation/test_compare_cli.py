"""The command ``lexludo compare`` over real files, with the embedded model."""

import json
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from service.translation.cli import register

pytestmark = pytest.mark.model

ENGLISH = """Object of the game

Each player tries to bring all their ships home before winter.
The first player who does so wins the game at once.

Setup

Give each player 5 ships and 12 coins.
Shuffle the weather cards and put them face down beside the board.
The youngest player begins.

A turn

On your turn you may move one ship up to 3 spaces.
You may not enter a harbour that holds two foreign ships.
Then draw one weather card and do what it says.

End of the game

The game ends when the last weather card was drawn.
Count one point for every coin and two points for every ship at home.
"""
SPANISH = """Objetivo del juego

Cada jugador intenta llevar todos sus barcos a casa antes del invierno.
El primer jugador que lo consigue gana la partida de inmediato.

Preparación

Da a cada jugador 5 barcos y 15 monedas.
Baraja las cartas de clima y ponlas boca abajo junto al tablero.
Empieza el jugador más joven.

Un turno

En tu turno puedes mover un barco hasta 3 espacios.
No puedes entrar en un puerto que tenga dos barcos ajenos.

Final de la partida

La partida termina cuando se ha robado la última carta de clima.
Cuenta un punto por cada moneda y dos puntos por cada barco en casa.
"""
PORTUGUESE = """Objetivo do jogo

Cada jogador tenta levar todos os seus barcos para casa antes do inverno.
O primeiro jogador que conseguir vence a partida imediatamente.

Preparação

Dê a cada jogador 5 barcos e 12 moedas.
Embaralhe as cartas de clima e coloque-as viradas para baixo ao lado do tabuleiro.
O jogador mais jovem começa.

Um turno

No seu turno você pode mover um barco até 3 espaços.
Você não pode entrar em um porto que tenha dois barcos de outros.
Depois compre uma carta de clima e faça o que ela diz.

Fim do jogo

O jogo termina quando a última carta de clima for comprada.
Conte um ponto por moeda e dois pontos por barco em casa.
"""
RECIPE = """Bread

Mix the flour with water, salt and a little yeast.
Knead the dough until it is smooth and let it rise in a warm place.
Bake it in a hot oven until the crust is brown.
Let the loaf cool on a rack before you cut it.
Butter and honey go well with a fresh slice.
"""


@pytest.fixture
def books(tmp_path: Path) -> dict[str, Path]:
    texts = {"en": ENGLISH, "es": SPANISH, "pt": PORTUGUESE, "recipe": RECIPE}
    names = {"en": "rules.en.txt", "es": "rules.es.txt", "pt": "rules.pt.txt", "recipe": "bread.en.txt"}
    for key, name in names.items():
        (tmp_path / name).write_text(texts[key], encoding="utf-8")
    return {key: tmp_path / name for key, name in names.items()}


def run(*arguments: object) -> Result:
    app = Typer()
    app.callback()(lambda: None)
    register(app)
    return CliRunner().invoke(app, ["compare", *map(str, arguments)])


def test_json_alone_is_printed_and_its_places_are_slices_of_the_files(books: dict[str, Path]) -> None:
    result = run(books["en"], books["es"], "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert result.stderr == ""
    for side, text in (("source", ENGLISH), ("target", SPANISH)):
        for segment in (segment for pair in data["pairs"] for segment in pair[side]):
            assert text[segment["start"] : segment["end"]] == segment["text"]
            assert segment["page"] == 1
        for quote in (found[side] for found in data["findings"] if found[side]):
            assert text[quote["start"] : quote["end"]] == quote["quote"]


def test_the_changed_number_and_the_missing_sentence_are_found_and_nothing_weighty_besides(
    books: dict[str, Path],
) -> None:
    findings = json.loads(run(books["en"], books["es"], "--json").stdout)["findings"]
    weighty = {(f["kind"], f["source"]["quote"]) for f in findings if f["severity"] != "low"}
    assert weighty == {("number", "12"), ("missing", "Then draw one weather card and do what it says.")}
    again = json.loads(run(books["en"], books["es"], "--json").stdout)["findings"]
    assert [f["id"] for f in again] == [f["id"] for f in findings]


def test_the_exit_code_follows_the_severity_that_remains(books: dict[str, Path], tmp_path: Path) -> None:
    assert run(books["en"], books["es"], "--fail-on", "high").exit_code == 1
    assert run(books["en"], books["pt"], "--fail-on", "high").exit_code == 0
    accepted = tmp_path / "accepted.toml"
    accepted.write_text(
        '[[accepted]]\nkind = "number"\nsource = "12"\ntarget = "15"\nreason = "balanced"\n'
        '[[accepted]]\nkind = "missing"\nsource = "Then draw a weather card and do what it says."\nreason = "cut"\n'
    )
    assert run(books["en"], books["es"], "--fail-on", "medium", "--accepted", accepted).exit_code == 0


def test_an_unrelated_book_gets_one_statement_and_no_flood(books: dict[str, Path]) -> None:
    data = json.loads(run(books["en"], books["recipe"], "--json").stdout)
    assert [found["kind"] for found in data["findings"]] == ["unrelated"]
    assert data["findings"][0]["message"].startswith("These do not look like editions of one text: ")
    assert "These do not look like editions of one text" in run(books["en"], books["recipe"]).stdout


def test_of_three_editions_the_one_that_stands_alone_is_named(books: dict[str, Path]) -> None:
    data = json.loads(run(books["en"], books["es"], books["pt"], "--json").stdout)
    alone = {(each["edition"], each["kind"]) for each in data["outliers"]}
    assert ("rules.es.txt", "number") in alone
    assert {edition for edition, _ in alone} == {"rules.es.txt"}
    messages = [f["message"] for f in data["findings"] if f["kind"] == "number" and f["severity"] == "high"]
    assert messages
    assert all("rules.es.txt stands alone: rules.en.txt and rules.pt.txt agree." in each for each in messages)


def test_all_reports_are_written_at_once(books: dict[str, Path], tmp_path: Path) -> None:
    files = {form: tmp_path / f"out.{form}" for form in ("html", "csv", "tmx", "xliff")}
    options = [part for form, file in files.items() for part in (f"--{form}", file)]
    result = run(books["en"], books["es"], *options, "--json-file", tmp_path / "out.json")
    assert result.exit_code == 0, result.output
    assert all(file.stat().st_size > 200 for file in files.values())
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))["target"] == "rules.es.txt"
    assert "pairs" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("{en}", "gone.md"), 1, "gone.md: does not exist; check the path"),
        (("{en}", "{es}", "--fail-on", "some"), 2, "none of low, medium, high"),
        (("{en}", "{es}", "--target-language", "klingon!"), 2, "is not a language tag"),
        (("{en}", "{es}", "--html", "{folder}/no/such/x.html"), 1, "cannot be written"),
        (("{en}", "{es}", "{pt}", "--target-language", "es"), 2, "is for one TARGET"),
    ],
)
def test_what_is_wrong_is_said_and_shows_in_the_exit_code(
    books: dict[str, Path], tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    places = {**{key: str(path) for key, path in books.items()}, "folder": str(tmp_path)}
    result = run(*(argument.format(**places) for argument in arguments))
    assert result.exit_code == code
    assert said in " ".join(result.output.replace("│", " ").split())
