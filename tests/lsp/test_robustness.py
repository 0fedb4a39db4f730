"""Broken, half-typed and huge texts never stop the server."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pygls")

from tests.lsp.client import Client
from tests.lsp.test_server import BODY, NAME, TAIL

ASKED = ("completion", "hover", "definition")
PIECES = [
    "",
    " ",
    "\n",
    "\t",
    "{",
    "}",
    "[",
    "]",
    ":",
    "- ",
    "'",
    '"',
    "#",
    "&a",
    "*a",
    "<<",
    "|",
    ">",
    "%",
    "?",
    "\r",
    "\0",
    "🦊",
    "\u2028",
    "${i}",
    "$",
    "=",
    "=1/0",
    "repeat:",
    "id: ",
    "---\n",
    "!!str",
    "none",
    "-1e999",
    "  " * 40,
]


def mutate(text, choose):
    """A text with one to four random edits: cut short, cut out, doubled, or with something inserted."""
    for _ in range(choose.randint(1, 4)):
        at = choose.randint(0, len(text))
        match choose.randint(0, 4):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + text[at + choose.randint(1, 40) :]
            case 2:
                text = text[:at] + text[at : at + 60] + text[at:]
            case _:
                text = text[:at] + choose.choice(PIECES) + text[at:]
    return text


@pytest.mark.parametrize("seed", range(4))
def test_mutated_texts_are_answered(tmp_path, seed):
    """The client fails on any message of an internal error, and on a server that does not answer."""
    (tmp_path / "tail.rigy.yaml").write_text(TAIL)
    choose, client = random.Random(seed), Client(tmp_path)
    client.open(NAME, BODY)
    for _ in range(40):
        text = mutate(BODY, choose)
        client.change(NAME, text, wait=False)
        lines = text.split("\n")
        for method in ASKED:
            line = choose.randrange(len(lines))
            position = {"line": line, "character": choose.randint(0, len(lines[line]) + 2)}
            document = {"uri": client.uri(NAME)}
            client.ask(f"textDocument/{method}", textDocument=document, position=position)
        client.ask("textDocument/documentSymbol", textDocument=document)
        client.ask(
            "textDocument/references",
            textDocument=document,
            position=position,
            context={"includeDeclaration": True},
        )
        end = {"line": len(lines), "character": 0}
        everywhere = {"start": {"line": 0, "character": 0}, "end": end}
        client.ask(
            "textDocument/codeAction", textDocument=document, range=everywhere, context={"diagnostics": []}
        )
    assert client.change(NAME, BODY) == []
    client.close()


def test_every_prefix_of_a_text_is_answered(tmp_path):
    """A text as it is typed, letter by letter."""
    (tmp_path / "tail.rigy.yaml").write_text(TAIL)
    client = Client(tmp_path)
    client.open(NAME, "")
    for end in range(0, len(BODY), 7):
        text = BODY[:end]
        client.change(NAME, text, wait=False)
        position = {"line": text.count("\n"), "character": end - (text.rfind("\n") + 1)}
        client.ask("textDocument/completion", textDocument={"uri": client.uri(NAME)}, position=position)
        client.ask("textDocument/hover", textDocument={"uri": client.uri(NAME)}, position=position)
    assert client.change(NAME, BODY) == []
    client.close()


HUGE = {
    "nested": "meshes: " + "[" * 100_000,
    "long line": "meshes: [" + "{id: a}, " * 50_000 + "]",
    "many repeats": 'version: "0.10"\nanchors:\n- {repeat: {count: 99999999, as: i, body: {id: "a${i}"}}}\n',
    "many lines": 'version: "0.3"\nanchors:\n' + "- {id: a, translation: [0, 0, 0]}\n" * 20_000,
    "long word": "a" * 2_000_000,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_huge_texts_are_answered(tmp_path, text):
    client = Client(tmp_path)
    assert client.open("huge.rigy.yaml", text)
    document = {"uri": client.uri("huge.rigy.yaml")}
    for method in ASKED:
        client.ask(f"textDocument/{method}", textDocument=document, position={"line": 0, "character": 8})
    client.ask("textDocument/documentSymbol", textDocument=document)
    assert client.open(NAME, 'version: "0.3"\n') == []
    client.close()
