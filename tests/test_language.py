"""Messages, rules and help are in plain words: none of the patterns that make a reader stop and guess."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

import pytest
from sources import trees, word

from pantin.cli.run import find
from pantin.cli.welcome import COMMANDS
from pantin.report.explanation import explain
from pantin.verbs.explain import rules

PATTERNS = {
    "mend": r"\bmend(s|ed|ing)?\b",
    "is no X": r"(?<![Tt]here )\b(is|are) no (?!longer\b|more\b)[A-Za-z]+",
    "has not": r"\b(has|have) not\b(?! been)",
    "of which": r"\bof which\b",
    "stands in": r"\bstands? in\b",
    "asked for": r"\bthat (is|are|was) asked for\b",
    "so many": r"\bso many\b",
    "by itself": r"\bby itself\b",
    "at hand": r"\bat hand\b",
    "cross": r"\b(do|does|did) not cross\b|\bcrosses\b",
    "whose … is none": r"\bwhose \w+ is none\b",
    "hangs from": r"\bhang(s|ing)? from\b",
    "unsaid": r"\bunsaid\b",
    "left behind": r"\bleft behind\b",
    "drawn back": r"\bdrawn back\b",
    "begins with What": r"(?:^|[.!?] )What (is|are|was|has|had|did|does|cannot|can|goes|comes)\b[^?]*\.",
}
"""The patterns that design's language guide lists; "there is no node 9" is fine."""

SINGULAR_S = "of|as|is|was|has|s|pass|axis|mass|radius|bias|class|means"
WRONG_NUMBER = re.compile(rf"(?<![−×-])(?<!× )(?<!clean, )\b1 (?!(?:{SINGULAR_S})\b)[a-z]+s\b")
WRONG_ARTICLE = re.compile(r"\ba [aeio](?!ne\b|ne-|nce\b|uro)[a-z]+|\ban (?!hour|honest|[aeiou])[a-z]{2,}")


def findings_in(text: str) -> list[str]:
    """The patterns in a sentence."""
    result = [name for name, pattern in PATTERNS.items() if re.search(pattern, text)]
    result += [f"wrong number: {match[0]}" for match in WRONG_NUMBER.finditer(text)]
    return result + [f"wrong article: {match[0]}" for match in WRONG_ARTICLE.finditer(text)]


def violations(texts: Iterable[str]) -> dict[str, list[str]]:
    """The texts that have a pattern, each with those that it has."""
    return {text: bad for text in texts if (bad := findings_in(text))}


def test_rules_are_in_plain_words():
    texts = {}
    for id, rule in rules().items():
        explained = explain(rule)
        texts[id] = (rule.message, explained.title, explained.what, explained.why, explained.fix)
    assert {id: bad for id, parts in texts.items() if (bad := violations(parts))} == {}


def test_the_help_of_commands_is_in_plain_words():
    texts = {}
    for command in map(find, COMMANDS):
        parts = (*command.arguments, *command.options)
        texts[command.name] = [command.summary, command.notes, *(part.help for part in parts)]
    assert {name: bad for name, parts in texts.items() if (bad := violations(parts))} == {}


def messages_of(tree: ast.Module) -> list[str]:
    """The sentences in a module that people may read: strings of several words that are no docstrings."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Expr | ast.JoinedStr | ast.Constant)]
    inner, messages = set(), []
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inner.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            inner |= {id(part) for part in node.values}
            parts = (str(p.value) if isinstance(p, ast.Constant) else "X" for p in node.values)
            messages.append("".join(parts))
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner:
            messages.append(node.value)
    return [text for text in messages if len(text.split()) > 2]


def test_the_messages_of_modules_are_in_plain_words():
    texts = {module: messages_of(tree) for module, tree in trees("")}
    assert {module: bad for module, parts in texts.items() if (bad := violations(parts))} == {}


ROW = re.compile(r"^([a-z_]+(?:, [a-z_]+)*)  +\S", re.MULTILINE)
"""A row of the table in a docstring: names, and what they are."""

MAY_HAVE_ROWS = rf"(?m)^ +{ROW.pattern.removeprefix('^')}"

RECORDS = {"Record", "Struct", "NamedTuple", "NumberFields"}


def documented_names(node: ast.FunctionDef | ast.ClassDef) -> set[str]:
    """The names in the table of a docstring; one row may be prose."""
    rows = ROW.findall(ast.get_docstring(node) or "")
    return {name for row in rows for name in row.split(", ")} if len(rows) > 1 else set()


def names_inside(node: ast.FunctionDef | ast.ClassDef) -> set[str]:
    """The arguments of a function; everything that a class defines, sets or is made of."""
    inside = list(ast.walk(node.args if isinstance(node, ast.FunctionDef) else node))
    names = {part.arg for part in inside if isinstance(part, ast.arg)}
    names |= {part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    names |= {part.attr for part in inside if isinstance(part, ast.Attribute)}
    return names | {part.name for part in inside if isinstance(part, ast.FunctionDef)}


def wrong_tables(tree: ast.Module) -> list[str]:
    """The functions and records whose docstring describes an argument or a field that they lack."""
    wrong = []
    for node in ast.walk(tree):
        plain_class = isinstance(node, ast.ClassDef) and RECORDS.issuperset(map(ast.unparse, node.bases))
        if isinstance(node, ast.FunctionDef) or plain_class:
            lacking = documented_names(node) - names_inside(node)
            wrong += [f"{node.name}: {name}" for name in sorted(lacking)]
    return wrong


def test_docstrings_describe_arguments_and_fields_that_exist():
    """A rename leaves the old name in a table, and readers use it."""
    wrong = {module: names for module, tree in trees(MAY_HAVE_ROWS) if (names := wrong_tables(tree))}
    assert not wrong


def test_a_table_of_another_name_is_seen():
    table = """
        mesh   the mesh
        blend  the weights
    """
    function = f'def pose(mesh, *, blend_weights):\n    """Pose.\n{table}"""'
    assert wrong_tables(ast.parse(function)) == ["pose: blend"]
    record = f'class Pose(Record):\n    """Pose.\n{table}"""\n    mesh: int\n    blend: int'
    assert wrong_tables(ast.parse(record)) == []


EMPTY_NAMES = {"found", "given", "made"}
"""Names of variables and parameters that say nothing about their values; so does `of` for a class method."""
PUBLIC = {"arrays/reading.py: given"}
"""Parameters that callers may name: they change with a deprecation only."""


def empty_names_in(tree: ast.Module) -> set[str]:
    """The variables, parameters and class methods of a module that have an empty name. Fields of records may
    have one, as keys of JSON do."""
    names = set()
    fields = {
        id(node.target) for node in ast.walk(tree) if isinstance(node, ast.AnnAssign) and not node.value
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.FunctionDef) and node.name == "of" and not _is_deprecated(node):
            return (names & EMPTY_NAMES) | {"of"}
    return names & EMPTY_NAMES


def _is_deprecated(function: ast.FunctionDef) -> bool:
    return (ast.get_docstring(function) or "").startswith("Deprecated:")


def test_names_say_what_they_hold():
    mentioned = trees(rf"{word(*EMPTY_NAMES)}\s*(?:[=:,)\]]|in\b)|\bdef of\b")
    empty = {f"{module}: {name}" for module, tree in mentioned for name in empty_names_in(tree)}
    assert empty - PUBLIC == set()


@pytest.mark.parametrize(
    "source",
    [
        "found = 1",
        "def f(given): pass",
        "[made for made in ()]",
        "class C:\n  @classmethod\n  def of(cls): pass",
    ],
)
def test_an_empty_name_is_seen(source):
    assert empty_names_in(ast.parse(source))


@pytest.mark.parametrize(
    "text",
    [
        "1 influences",
        "a override",
        "an collider",
        "the text is no JSON",
        "2 skins did not cross",
        "bone 'leg' hangs from 'thorx'",
        "What is asked for cannot be done.",
    ],
)
def test_a_pattern_is_seen(text):
    assert findings_in(text)


@pytest.mark.parametrize("text", ["there is no node 9", "1 influence", "an override", "What is it?"])
def test_plain_words_are_left_alone(text):
    assert findings_in(text) == []
