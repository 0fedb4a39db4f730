"""Tests for the arguments of public functions, derived from the source text of their annotations."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, TypeAlias

from pantin.base.arguments import is_asset

Test: TypeAlias = tuple[Callable[[Any], bool], str]
"""Whether a value has a type, and the type in words."""

CLASSES = {
    *("Budget", "Character", "Clip", "Extension", "Filter", "Format", "Limits", "Pose", "PosedMeshes"),
    *("Poses", "Retargeted", "Rig", "Skin", "SpringSettings"),
}
"""The classes of Pantin that are recognised by name, without importing them."""


LARGEST = 2**63
"""The largest Python integer that NumPy can compute with."""


def test_of(annotation: str, aliases: Mapping[str, Any]) -> Test | None:
    """The test for values of an annotation; None if only the function itself can check them. `aliases` are
    the names in the function's module, some of which are types."""
    return _test(ast.parse(annotation, mode="eval").body, aliases)


def _test(node: ast.expr, aliases: Mapping[str, Any]) -> Test | None:
    return _any_of([_test_of_one(part, aliases) for part in _alternatives(node)])


def _any_of(alternatives: list[Test | None]) -> Test | None:
    """A test that accepts what any of several tests accepts; None if one of them is unknown."""
    known = [test for test in alternatives if test is not None]
    if len(known) < len(alternatives):
        return None
    words = list(dict.fromkeys(words for _, words in known))
    if PATH[1] in words:
        words = [word for word in words if word != STRING[1]]
    listed = " or ".join(([", ".join(words[:-1])] if words[:-1] else []) + words[-1:])
    return lambda value: any(accepts(value) for accepts, _ in known), listed


def _alternatives(node: ast.expr) -> Iterable[ast.expr]:
    if isinstance(node, ast.BinOp):
        yield from (*_alternatives(node.left), *_alternatives(node.right))
    else:
        yield node


def _test_of_one(node: ast.expr, aliases: Mapping[str, Any]) -> Test | None:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            return test_of(node.value, aliases)
        return NONE
    if isinstance(node, ast.Attribute):
        return PATH if node.attr == "PathLike" else None
    if isinstance(node, ast.Subscript):
        if isinstance(node.value, ast.Name):
            return _test_with_members(node.value.id, node.slice, aliases)
        return _test_of_one(node.value, aliases)
    return _named_test(node.id, aliases) if isinstance(node, ast.Name) else None


def _named_test(name: str, aliases: Mapping[str, Any]) -> Test | None:
    if name in CLASSES:
        return _class_test(name)
    return TESTS.get(name) or _alias_test(aliases.get(name), aliases)


def _alias_test(alias: Any, aliases: Mapping[str, Any]) -> Test | None:
    """The test for values of a type that has a name in the function's module."""
    members = getattr(alias, "__args__", None)
    if isinstance(alias, str):
        return test_of(alias, aliases)
    if isinstance(alias, UnionType):
        return _any_of([NONE if kind is NoneType else _alias_test(kind, aliases) for kind in alias.__args__])
    if members and all(isinstance(word, str) for word in members):  # Literal
        return STRING
    return TESTS.get(alias.__name__) if isinstance(alias, type) else None


def _test_with_members(name: str, members: ast.expr, aliases: Mapping[str, Any]) -> Test | None:
    kinds = members.elts if isinstance(members, ast.Tuple) else [members]
    if name == "Literal":
        return STRING
    own = _named_test(name, aliases)
    if name == "Callable" and isinstance(kinds[0], ast.List):
        return _function_test(len(kinds[0].elts))
    if own is None or name == "Callable":
        return own
    tests = [_test(kind, aliases) for kind in kinds]
    if name == "tuple":
        return _tuple_test(tests)
    if name == "Mapping":
        return _mapping_test(*tests)
    return _sequence_test(own, tests[0])


def _function_test(count: int) -> Test:
    """`Callable[[int, int], None]`: anything callable with that many arguments."""
    plural = "argument" if count == 1 else "arguments"
    return (lambda value: takes(value, count)), f"a function of {count} {plural}"


def takes(value: Any, count: int) -> bool:
    """Whether a value can be called with that many arguments; some C functions do not reveal it."""
    from inspect import signature

    if not callable(value):
        return False
    try:
        own = signature(value)
    except (TypeError, ValueError):
        return True
    try:
        own.bind(*range(count))
    except TypeError:
        return False
    return True


def _class_test(name: str) -> Test:
    article = "an" if name[0] in "AEIOU" else "a"
    return (lambda value: any(kind.__name__ == name for kind in type(value).__mro__)), f"{article} {name}"


def _tuple_test(tests: list[Test | None]) -> Test:
    """A fixed number of values of one kind: `tuple[int, int]`."""
    if any(test is None for test in tests) or len({test[1] for test in tests if test}) != 1:
        return SEQUENCE
    accepts, words = tests[0] or SEQUENCE

    def is_of_these(value: Any) -> bool:
        return _is_sequence(value) and len(value) == len(tests) and all(map(accepts, value))

    return is_of_these, f"{len(tests)} {_plural(words)}"


def _mapping_test(keys: Test | None, values: Test | None) -> Test:
    """`Mapping[str, float]`: keys, and values if their kind is known."""
    accepts_key, of_keys = keys or ANYTHING
    accepts_value, of_values = values or ANYTHING

    def is_of_these(value: Any) -> bool:
        return isinstance(value, Mapping) and all(
            accepts_key(key) and accepts_value(member) for key, member in value.items()
        )

    if keys is None:
        return is_of_these, "a mapping"
    return is_of_these, f"a mapping of {_plural(of_keys)}" + (f" to {_plural(of_values)}" if values else "")


def _sequence_test(own: Test, member: Test | None) -> Test:
    """`Sequence[str]`: items are tested only if the value can be iterated more than once."""
    if member is None or own[1] not in (SEQUENCE[1], ITERABLE[1]):
        return own
    accepts = member[0]

    def is_of_these(value: Any) -> bool:
        looked_at = isinstance(value, LISTS) or hasattr(value, "dtype")
        return own[0](value) and (not looked_at or all(map(accepts, value)))

    return is_of_these, f"a sequence of {_plural(member[1])}"


def _plural(words: str) -> str:
    """`an integer or an array of numbers` in the plural."""
    if words == TRUTH:
        return words
    each = (word.partition(" of ") for word in words.replace(", ", " or ").split(" or "))
    return " or ".join(
        f"{kind.removeprefix('an ').removeprefix('a ')}s{of}{members}" for kind, of, members in each
    )


def _is_scalar(value: Any, method: str) -> bool:
    """Whether a value is a single number, of Python, NumPy or another library, with this method."""
    if getattr(value, "ndim", 0) or getattr(getattr(value, "dtype", None), "kind", "f") not in "biuf":
        return False
    return hasattr(type(value), method)


def _is_number(value: Any) -> bool:
    if type(value).__name__ in ("bool", "bool_") or (isinstance(value, int) and abs(value) >= LARGEST):
        return False
    return _is_scalar(value, "__float__") or _is_scalar(value, "__index__")


def _is_integer(value: Any) -> bool:
    if type(value).__name__ in ("bool", "bool_") or not _is_scalar(value, "__index__"):
        return False
    try:
        return -LARGEST <= operator.index(value) < LARGEST
    except TypeError:  # an array of one number with a fraction
        return False


def _is_truth(value: Any) -> bool:
    return type(value).__name__ in ("bool", "bool_") or (isinstance(value, int) and value in (0, 1))


def _is_iterable(value: Any) -> bool:
    several = hasattr(type(value), "__iter__") or hasattr(type(value), "__getitem__")
    return several and not isinstance(value, str | bytes) and getattr(value, "ndim", 1) > 0


def _is_sequence(value: Any) -> bool:
    """Whether a value is ordered and has a length."""
    ordered = hasattr(type(value), "__len__") and hasattr(type(value), "__getitem__")
    return ordered and _is_iterable(value) and not isinstance(value, Mapping)


def _is_collection(value: Any) -> bool:
    return hasattr(type(value), "__len__") and _is_iterable(value)


def _is_array(value: Any) -> bool:
    """Whether NumPy can convert a value to an array of numbers."""
    import numpy as np

    try:
        kind = np.asarray(value).dtype.kind
        return kind in "biuf" or (kind == "O" and np.asarray(value, np.float64) is not None)
    except (TypeError, ValueError):
        return False


TRUTH = "True or False"
LISTS = (list, tuple, set, frozenset)
ANYTHING: Test = (lambda value: True), "anything"
NONE: Test = (lambda value: value is None), "None"
STRING: Test = (lambda value: isinstance(value, str)), "a string"
PATH: Test = (lambda value: isinstance(value, str) or hasattr(type(value), "__fspath__")), "a path"
ITERABLE: Test = _is_iterable, "a sequence"
SEQUENCE: Test = _is_sequence, "a sequence"
TESTS: Mapping[str, Test] = {
    "HasRig": (is_asset, "an Asset"),
    "int": (_is_integer, "an integer"),
    "float": (_is_number, "a number"),
    "bool": (_is_truth, TRUTH),
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
    "ArrayLike": (_is_array, "an array of numbers"),
    "Iterable": ITERABLE,
    "Collection": (_is_collection, "a sequence"),
    "Sequence": SEQUENCE,
    "list": SEQUENCE,
    "tuple": SEQUENCE,
}
