"""A parameter that takes one of a few words is a `Literal` of these words, so that editors complete them."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

import pantin
from pantin.formats import registry
from pantin.verbs import VERBS, find_verb

OF_THE_COMMAND = {"format", "emit"}
"""Options that choose how the command prints; no parameter of the function has their names."""


def imported_names(module: ModuleType) -> dict[str, Any]:
    """What a module imports, lazily or for type checkers alone."""
    names: dict[str, Any] = {"Literal": importlib.import_module("typing").Literal}
    for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pantin"):
            source = importlib.import_module(node.module)
            names |= {alias.asname or alias.name: getattr(source, alias.name, None) for alias in node.names}
    return names


def words_of(function: Any, name: str) -> tuple[str, ...]:
    """The words of the `Literal` that a parameter is annotated with."""
    function = inspect.unwrap(function)
    module = importlib.import_module(function.__module__)
    annotation = function.__annotations__[name].removesuffix(" | None").removeprefix("bool | ")
    scope = {**imported_names(module), **vars(module), "str": str}
    return get_args(eval(annotation, scope)) if "|" not in annotation else ()


def chosen_parameters() -> Iterator[Any]:
    for verb_name in VERBS:
        verb = find_verb(verb_name)
        for parameter in verb.parameters:
            if parameter.choices and parameter.name in inspect.unwrap(verb.function).__annotations__:
                yield pytest.param(
                    verb.function, parameter.name, parameter.choices, id=f"{verb_name}-{parameter.name}"
                )
    for option in registry.declared_options(plug_ins=False):
        if option.choices:
            yield pytest.param(pantin.convert, option.name, option.choices, id=f"convert-{option.name}")


@pytest.mark.parametrize(("function", "name", "choices"), [*chosen_parameters()])
def test_the_words_of_an_option_are_those_of_the_signature(function, name, choices):
    assert words_of(function, name) == choices


@pytest.mark.parametrize(
    ("function", "name", "words"),
    [
        (pantin.expand, "comments", ("keep", "drop", "provenance")),
        (pantin.expand, "profile", ("standard", "reference")),
        (pantin.expand, "show", ("document", "symmetry")),
        (pantin.schema, "kind", ("rigy", "rigs", "ricy")),
        (pantin.weights.mirror, "axis", ("x", "y", "z", "-x", "-y", "-z")),
    ],
)
def test_functions_that_share_a_command_have_them_too(function, name, words):
    assert words_of(function, name) == words
