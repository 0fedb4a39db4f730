"""Arguments of public functions have the types that their annotations state, or a sentence says so."""

from __future__ import annotations

import importlib
import inspect
import io
import os
import shutil
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stderr
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import BinaryIO, Literal

import numpy as np
import pytest
from numpy.typing import ArrayLike

import pantin
from pantin.base.arguments import check_arguments
from pantin.rig import Solver

ROOT = Path(__file__).parents[2]
Words = "bool | Sequence[str]"
Which = int | str


@check_arguments
def call(
    model,
    word: str = "",
    number: float | None = None,
    *,
    count: int = 0,
    flag: bool = False,
    size: tuple[int, int] = (1, 1),
    names: Iterable[str] = (),
    options: Mapping[str, float] | None = None,
    target: str | os.PathLike[str] | BinaryIO = "",
    mode: Literal["a", "b"] = "a",
    progress: Callable[[float], None] | None = None,
    clip: pantin.rig.Clip | None = None,
    words: Words = False,  # type: ignore[valid-type]
    values: ArrayLike | None = None,
    which: Which | None = None,
    solver: Solver | None = None,
    other: dict[str, int] | frozenset[int] = frozenset(),
):
    """A documented function."""
    return model


ACCEPTED = {
    "word": ["x", np.str_("x")],
    "number": [None, 1, 1.5, np.float32(1), np.int64(1), np.array(1.0), Fraction(1, 2), Decimal(1)],
    "count": [1, np.uint8(1), np.array(3)],
    "flag": [True, np.True_, 0, 1],
    "size": [(1, 2), [1, 2], np.array([1, 2])],
    "names": [(), ["a"], {"a": 1}, (name for name in "ab"), np.array(["a"])],
    "options": [None, {}],
    "target": ["x", Path("x"), io.BytesIO()],
    "mode": ["a", "z"],  # a word that there is not is for the function to name
    "progress": [print, None],
    "words": [True, ["a"]],
    "values": [None, 1, [1, 2.5], np.zeros((2, 2)), [Fraction(1, 2)], [np.zeros(2), [1, 2]]],
    "which": [None, 0, "elbow"],
    "solver": [None, "dqs"],
    "other": [3, object()],  # what has no test is for the function to check
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in ACCEPTED for value in ACCEPTED[name]])
def test_values_of_the_stated_type_are_accepted(name, value):
    assert call(3, **{name: value}) == 3


REFUSED = [
    ({"word": 3}, "word must be a string, not 3"),
    ({"number": "x"}, "number must be a number or None, not 'x'"),
    ({"number": True}, "number must be a number or None, not True"),
    ({"number": np.zeros(2)}, "number must be a number or None, not ndarray"),
    ({"count": 1.5}, "count must be an integer, not 1.5"),
    ({"count": None}, "count must be an integer, not None"),
    ({"flag": "no"}, "flag must be True or False, not 'no'"),
    ({"size": 3}, "size must be 2 integers, not 3"),
    ({"size": (1, 2, 3)}, "size must be 2 integers, not tuple"),
    ({"size": ("a", "b")}, "size must be 2 integers, not tuple"),
    ({"names": "elbow"}, "names must be a sequence of strings, not 'elbow'"),
    ({"names": 3}, "names must be a sequence of strings, not 3"),
    ({"options": [1]}, "options must be a mapping of strings to numbers or None, not list"),
    ({"names": ["elbow", 3]}, "names must be a sequence of strings, not list"),
    ({"options": {3: 1.0}}, "options must be a mapping of strings to numbers or None, not dict"),
    ({"options": {"a": "b"}}, "options must be a mapping of strings to numbers or None, not dict"),
    ({"count": True}, "count must be an integer, not True"),
    ({"count": np.array(1.5)}, "count must be an integer, not ndarray"),
    ({"count": 10**30}, "count must be an integer, not 1000000000000000000000000000000"),
    ({"values": [[1], [1, 2]]}, "values must be an array of numbers or None, not list"),
    ({"values": ["1"]}, "values must be an array of numbers or None, not list"),
    ({"which": 1.5}, "which must be an integer or a string or None, not 1.5"),
    ({"solver": np.zeros(2)}, "solver must be a string or None, not ndarray"),
    ({"target": 3}, "target must be a path or a binary file object, not 3"),
    ({"mode": 3}, "mode must be a string, not 3"),
    ({"progress": 3}, "progress must be a function of 1 argument or None, not 3"),
    ({"words": 3.5}, "words must be True or False or a sequence of strings, not 3.5"),
    ({"word": "x" * 200, "count": object()}, "count must be an integer, not object"),
]


@pytest.mark.parametrize(("given", "sentence"), REFUSED)
def test_other_values_are_named(given, sentence):
    with pytest.raises(TypeError) as error:
        call(3, **given)
    assert str(error.value) == sentence


def test_arguments_by_position_are_checked_too():
    with pytest.raises(TypeError, match="word must be a string, not 3"):
        call(3, 3)


def test_arguments_that_a_function_does_not_have_are_answered_with_those_that_it_has():
    names = (
        "count, flag, size, names, options, target, mode, progress, clip, words, values, which, solver, other"
    )
    with pytest.raises(TypeError) as error:
        call(3, "x", 1, 2)
    taken = f"by position it takes model, word, number, and by name {names}"
    assert str(error.value) == f"call() got 4 arguments by position: {taken}"
    with pytest.raises(TypeError) as error:
        call(3, sise=3)
    assert str(error.value) == f"call() has no argument 'sise': it takes model, word, number, {names}"
    with pytest.raises(
        TypeError, match=r"attach\(\) has no argument 'joint': it takes body, prop, node, offset"
    ):
        pantin.attach("examples/arm.glb", "examples/face.gltf", joint="wrist")
    with pytest.raises(
        TypeError, match=r"RigBuilder.add_scene\(\) has no argument 'label': it takes roots, "
    ):
        pantin.RigBuilder().add_scene([], label="stage")


def test_a_function_keeps_its_name_text_and_signature():
    assert (call.__name__, call.__doc__) == ("call", "A documented function.")
    assert list(inspect.signature(call).parameters)[:3] == ["model", "word", "number"]


class Thing:
    """Nothing that any function takes."""


RIG = pantin.load(ROOT / "examples/arm.glb").rig
LONG = {"serve", "warmup", "deform", "on_compile", "list_formats"}
MODULES = ("", ".arrays", ".edit", ".formats", ".motion", ".rig", ".rigy", ".shapes", ".weights")


def functions():
    for module in MODULES:
        home = importlib.import_module(f"pantin{module}")
        for name in home.__all__:
            function = getattr(home, name)
            if inspect.isfunction(function) and name not in LONG:
                yield pytest.param(function, id=f"{module}.{name}".lstrip("."))


@pytest.mark.parametrize("function", list(functions()))
def test_a_thing_is_refused_with_a_sentence_by_every_argument_of_every_function(function, tmp_path):
    """Never an `AttributeError`, or a message of Python about an attribute, a length or an operator."""
    model = tmp_path / "arm.glb"
    shutil.copy(ROOT / "examples/arm.glb", model)
    parameters = inspect.signature(function).parameters.values()
    named = [one for one in parameters if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    for tried in named:
        given = {one.name: _valid(one.name, model) for one in named if one.default is one.empty}
        given[tried.name] = Thing()
        positional = [given.pop(one.name) for one in named if one.kind is one.POSITIONAL_ONLY]
        with warnings.catch_warnings(), redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            message = _error_of(function, positional, given)
        assert not any(words in message for words in RAW), (tried.name, message)


def _error_of(function, positional, given):
    """The message of the error that a call raises; of any other kind, the test fails."""
    try:
        function(*positional, **given)
    except (TypeError, ValueError, OSError, pantin.PantinError) as error:
        return str(error)
    return ""


RAW = (
    "has no attribute",
    "not supported between",
    "unsupported operand",
    "is not iterable",
    "is not subscriptable",
    "has no len",
    "must be real number",
    "cannot be interpreted as",
    "expected str, bytes or os.PathLike",
)


def _valid(name, model):
    values = {
        "rig": RIG,
        "clip": RIG.clips[0],
        "clips": [RIG.clips[0]],
        "pose": RIG.rest_pose(),
        "skin": RIG.skins[0],
        "world": np.zeros((4, 3, 4)),
        "node": "elbow",
        "dimension": 3,
        "severity": "info",
        "id": "MINE-3",
    }
    return values.get(name, str(model))
