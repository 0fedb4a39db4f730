"""The names of extensions stand in `formats/gltf/ext` and `extension_names`, nowhere else in the package."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from sources import trees

from pantin.formats.gltf.ext import EXTENSIONS

OWN = ("formats/gltf/ext/", "formats/gltf/extension_names.py")

NAMES = sorted((name for one in EXTENSIONS for name in one.names if "_" in name), key=len, reverse=True)
VENDORS = "KHR|EXT|VRMC|STAIK|OMI|MSFT|ADOBE|CESIUM|GODOT"
ANY = re.compile(rf"\b({'|'.join(NAMES)}|(?:{VENDORS})_[a-z]\w*)\b")
"""A record's name, or one of a vendor's, in whatever text."""

ALONE = {name for one in EXTENSIONS for name in one.names if "_" not in name}
"""Names that are words too, so that only a text of nothing else is one."""


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """The texts that stand as statements: docstrings, and those below a constant."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def messages(tree: ast.AST) -> set[ast.AST]:
    """The texts in the decorator of a rule."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    rules = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "rule"]
    return {inner for call in rules for inner in ast.walk(call)}


def named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of each extension that a text of the program names."""
    spared = docstrings(tree) | messages(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and node not in spared:
            value = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            if value.strip('"') in ALONE:
                yield node.lineno, value
            yield from ((node.lineno, found[0]) for found in ANY.finditer(value))


def test_no_extension_is_named_outside_its_record():
    prefixes = {name.partition("_")[0] for name in NAMES} | {*VENDORS.split("|")}
    anywhere = rf"\b(?:{'|'.join(prefixes)})_|['\"](?:{'|'.join(ALONE)})\b"
    names = {module: list(named(tree)) for module, tree in trees(anywhere, without=OWN)}
    assert {module: found for module, found in names.items() if found} == {}


def test_a_name_is_seen_in_any_text_of_the_program():
    source = '''
"""KHR_lights_punctual"""
A = "KHR_lights_punctual"
"""What KHR_lights_punctual is called."""
B = b'"VRM"' in text
C = f"the {A} of EXT_unheard_of"
D = "VRM 1.0"

@rule("X-1", "error", "KHR_lights_punctual is wrong")
def bad(scope):
    """KHR_lights_punctual is right."""
'''
    assert list(named(ast.parse(source))) == [(3, "KHR_lights_punctual"), (5, '"VRM"'), (6, "EXT_unheard_of")]
