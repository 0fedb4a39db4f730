"""Arguments of public functions: of the types that their annotations state, or a sentence says which; and
whose line a warning about them names."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps

# As in `pantin/__init__`: modules that `--help` loads import this one.
TYPE_CHECKING = False

if TYPE_CHECKING:
    import ast
    from typing import Any, ParamSpec, TypeVar

    P = ParamSpec("P")
    R = TypeVar("R")

    Test = tuple[Callable[[Any], bool], str]
    """Whether a value has a type, and the type in words."""

CLASSES = {
    *("Budget", "Character", "Clip", "Extension", "Format", "Limits", "Pose", "PosedMeshes"),
    *("Poses", "Retargeted", "Rig", "Skin", "SpringSettings"),
}
"""The classes of Pantin that are told by their names, without importing them."""


def check_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """A function that raises `TypeError`, with the name of the argument, for one of another type.

    Types are read from the annotations as they are written, so nothing is imported for them. What is no
    number, word, path, mapping, sequence, function or class of Pantin is for the function to check.
    """
    return check_arguments_but()(function)


def check_arguments_but(*own: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """As `check_arguments`, but for arguments that the function checks with sentences of its own."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*arguments: P.args, **named: P.kwargs) -> R:
            names, tests = _tests_of(function)
            for name, value in (*zip(names, arguments, strict=False), *named.items()):
                test = tests.get(name)
                if test is not None and name not in own and not test[0](value):
                    wrong = f"{name} must be {test[1]}, not {_shown(value)}"
                    raise TypeError(no_rig(value) if test[1] == "a Rig" else wrong)
            return function(*arguments, **named)

        return call

    return decorate


@cache
def _tests_of(function: Callable[..., Any]) -> tuple[tuple[str, ...], dict[str, Test]]:
    """The names of the arguments that have a position, and how arguments are tested."""
    import ast

    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    code = function.__code__
    tests = {}
    for name, annotation in function.__annotations__.items():
        if name != "return" and isinstance(annotation, str):
            test = _test(ast.parse(annotation, mode="eval").body, function.__globals__)
            if test is not None:
                tests[name] = test
    return code.co_varnames[: code.co_argcount], tests


def _test(node: ast.expr, aliases: Mapping[str, Any]) -> Test | None:
    """How a value of an annotation is tested; None if only the function can. `aliases` has types that the
    module of the function spells out in a string."""
    alternatives = [_test_of_one(part, aliases) for part in _alternatives(node)]
    known = [test for test in alternatives if test is not None]
    if len(known) < len(alternatives):
        return None
    words = list(dict.fromkeys(words for _, words in known))
    if PATH[1] in words:
        words = [word for word in words if word != STRING[1]]
    listed = " or ".join(([", ".join(words[:-1])] if words[:-1] else []) + words[-1:])
    return lambda value: any(accepts(value) for accepts, _ in known), listed


def _alternatives(node: ast.expr) -> Iterable[ast.expr]:
    import ast

    if isinstance(node, ast.BinOp):
        yield from (*_alternatives(node.left), *_alternatives(node.right))
    else:
        yield node


def _test_of_one(node: ast.expr, aliases: Mapping[str, Any]) -> Test | None:
    import ast

    if isinstance(node, ast.Constant):
        return (lambda value: value is None), "None"
    if isinstance(node, ast.Attribute):
        return PATH if node.attr == "PathLike" else None
    if isinstance(node, ast.Subscript):
        own = _test_of_one(node.value, aliases)
        if isinstance(node.value, ast.Name) and node.value.id == "tuple":
            return _tuple_test(node.slice, aliases)
        if isinstance(node.value, ast.Name) and node.value.id == "Literal":
            return STRING
        return own
    if not isinstance(node, ast.Name):
        return None
    if node.id in CLASSES:
        return _class_test(node.id)
    alias = aliases.get(node.id)
    if isinstance(alias, str):
        return _test(ast.parse(alias, mode="eval").body, aliases)
    return TESTS.get(node.id)


def _class_test(name: str) -> Test:
    article = "an" if name[0] in "AEIOU" else "a"
    return (lambda value: any(kind.__name__ == name for kind in type(value).__mro__)), f"{article} {name}"


def _tuple_test(members: ast.expr, aliases: Mapping[str, Any]) -> Test:
    """A sequence of numbers: `tuple[int, int]`."""
    import ast

    kinds = members.elts if isinstance(members, ast.Tuple) else [members]
    tests = [_test(kind, aliases) for kind in kinds]
    if any(test is None for test in tests) or len({test[1] for test in tests if test}) != 1:
        return SEQUENCE
    accepts, words = tests[0] or SEQUENCE
    plural = words.removeprefix("an ").removeprefix("a ") + "s"

    def is_of_these(value: Any) -> bool:
        return SEQUENCE[0](value) and len(value) == len(tests) and all(map(accepts, value))

    return is_of_these, f"{len(tests)} {plural}"


def _is_scalar(value: Any, method: str) -> bool:
    """Whether a value is one number, of Python, NumPy or another library, that has this method."""
    return hasattr(type(value), method) and not getattr(value, "ndim", 0)


def _is_number(value: Any) -> bool:
    if type(value).__name__ in ("bool", "bool_"):
        return False
    return _is_scalar(value, "__float__") or _is_scalar(value, "__index__")


def _is_truth(value: Any) -> bool:
    return type(value).__name__ in ("bool", "bool_") or (isinstance(value, int) and value in (0, 1))


def _is_sequence(value: Any) -> bool:
    several = hasattr(type(value), "__iter__") or hasattr(type(value), "__getitem__")
    return several and not isinstance(value, str | bytes) and getattr(value, "ndim", 1) > 0


STRING: Test = (lambda value: isinstance(value, str)), "a string"
PATH: Test = (lambda value: isinstance(value, str) or hasattr(type(value), "__fspath__")), "a path"
SEQUENCE: Test = _is_sequence, "a sequence"
TESTS: Mapping[str, Test] = {
    "int": (lambda value: _is_scalar(value, "__index__"), "an integer"),
    "float": (lambda value: _is_number(value), "a number"),
    "bool": (_is_truth, "True or False"),
    "str": STRING,
    "bytes": (lambda value: isinstance(value, bytes | bytearray | memoryview), "bytes"),
    "Path": PATH,
    "PathLike": PATH,
    "BinaryIO": (
        lambda value: hasattr(value, "read") or hasattr(value, "write"),
        "a binary file object",
    ),
    "Mapping": (lambda value: isinstance(value, Mapping), "a mapping"),
    "Callable": (callable, "a function"),
    "Doubles": (lambda value: hasattr(type(value), "__array__"), "an array"),
    **dict.fromkeys(("Iterable", "Sequence", "Collection", "list"), SEQUENCE),
}


def no_rig(value: object) -> str:
    """That a value is no rig, and where it has one."""
    hint = ": use its .rig" if hasattr(type(value), "rig") else ""
    if isinstance(value, str | bytes | bytearray | memoryview) or any(
        hasattr(value, name) for name in ("__fspath__", "read")
    ):
        hint = ": pantin.load(…).rig is the rig of a file"
    return f"expected a Rig, not {type(value).__name__}{hint}"


def caller_level() -> int:
    """The level, for a warning of the calling function, of the first frame outside of Pantin."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("pantin."):
        level, frame = level + 1, frame.f_back
    return level


def _shown(value: Any) -> str:
    """A value in a message: itself if it is short, else its type."""
    plain = value is None or isinstance(value, str | bool | int | float)
    shown = repr(value) if plain else ""
    return shown if 0 < len(shown) <= 40 else type(value).__name__
