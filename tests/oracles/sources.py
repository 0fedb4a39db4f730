"""The modules of the package as text and as trees, and what each imports. Parsing all of them takes two
seconds: a test that looks for something reads the text first, and parses only modules that may have it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pantin.base.gc_pause import pause_gc

PACKAGE = Path(__file__).parents[2] / "src" / "pantin"


@cache
def texts() -> dict[str, str]:
    """The text of each module, by its path in the package."""
    return {
        path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def trees(pattern: str, within: str = "", without: tuple[str, ...] = ()) -> Iterator[tuple[str, ast.Module]]:
    """The modules of a folder whose text has a match of the pattern, with their trees; without some."""
    holds = re.compile(pattern).search
    for module, text in texts().items():
        if module.startswith(within) and not module.startswith(without or ("-",)) and holds(text):
            yield module, parsed(text)


def parsed(text: str) -> ast.Module:
    """The tree of a module. The garbage collector would take as long again, and a tree is no garbage."""
    with pause_gc():
        return ast.parse(text)


def word(*words: str) -> str:
    """A pattern for any of some words."""
    return rf"\b(?:{'|'.join(map(re.escape, words))})\b"


class Imported(NamedTuple):
    """A module that is imported, or named by `Later` or `import_module`.

    name      what is taken from the module, or "" for the module itself
    for_types whether it stands under `if TYPE_CHECKING:`
    """

    module: str
    name: str = ""
    for_types: bool = False


@cache
def imports() -> dict[str, tuple[Imported, ...]]:
    """What each module of the package imports, anywhere in it."""
    return {module: tuple(imports_in(text, dotted(module))) for module, text in texts().items()}


def dotted(module: str) -> str:
    """The name by which a file of the package is imported; a package keeps its `__init__`."""
    return "pantin." + module.removesuffix(".py").replace("/", ".")


def imports_in(text: str, own: str = "pantin") -> Iterator[Imported]:
    """What the text of a module imports; `own` is the name of the module."""
    lazily = "Later(" in text or "import_module(" in text
    yield from _imports_of(parsed(text), own, lazily, for_types=False)


def _imports_of(node: ast.AST, own: str, lazily: bool, for_types: bool) -> Iterator[Imported]:
    """The imports in and below a node; its expressions are searched where the text has lazy ones."""
    if isinstance(node, ast.Import):
        yield from (Imported(alias.name, for_types=for_types) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        around = own.split(".")[: -node.level] if node.level else []
        origin = ".".join(filter(None, (*around, node.module)))
        yield from (Imported(origin, alias.name, for_types) for alias in node.names)
    elif isinstance(node, ast.Call) and _called(node) in ("Later", "import_module"):
        yield Imported(_later(node.args[0], own), for_types=for_types)
    is_guard = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    kinds = (ast.AST,) if lazily else (ast.stmt, ast.excepthandler, ast.match_case)
    for field, value in ast.iter_fields(node):
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, kinds):
                yield from _imports_of(inner, own, lazily, for_types or (is_guard and field == "body"))


def _called(node: ast.Call) -> str:
    """The last name of what is called."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _later(argument: ast.expr, own: str) -> str:
    """The module that a `Later` names, as a constant or after `__name__`; nothing for a variable."""
    if isinstance(argument, ast.Constant):
        return str(argument.value)
    if isinstance(argument, ast.JoinedStr) and ast.unparse(argument)[2:].startswith("{__name__}"):
        package = own.removesuffix(".__init__")
        parts = argument.values
        return "".join(str(part.value) if isinstance(part, ast.Constant) else package for part in parts)
    return ""
