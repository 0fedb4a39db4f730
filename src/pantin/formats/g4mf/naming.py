"""Names of objects in messages: kind, name and index, from a JSON pointer."""

from __future__ import annotations

from typing import Any

from pantin.report.wording import LONGEST_NAME, named, quoted

KINDS = {
    "accessors": "accessor",
    "bufferViews": "buffer view",
    "buffers": "buffer",
    "files": "file",
    "geometry": "geometry tier",
    "lights": "light",
    "materials": "material",
    "meshes": "mesh",
    "models": "model",
    "nodes": "node",
    "shapes": "shape",
    "surfaces": "surface",
    "textures": "texture",
}
"""The word for an entry of each array."""

IN_BLEND = {"shapes": "blend shape", "surfaces": "surface entry"}
"""The words for entries of arrays inside `blend`."""

MEMBERS = {"skin": "the skin", "normals": "the normals", "textureMap": "the texture map"}
TARGETS = ("position", "normal", "textureMap", "topologyNormal", "topologyTextureMap")


def describe(tree: dict[str, Any], pointer: str) -> str:
    """The object at a pointer, innermost first: `'surface 1 of mesh "Body" (0)'`."""
    labels: list[str] = []
    here: Any = tree
    in_blend = False
    steps = iter(pointer.split("/")[1:])
    for key in steps:
        here = here.get(key) if isinstance(here, dict) else None
        in_blend = in_blend or key == "blend"
        index = next(steps, None) if isinstance(here, list) else None
        if isinstance(here, list) and index is not None:
            here = here[int(index)]
            name = here.get("name") if isinstance(here, dict) else None
            kind = (IN_BLEND if in_blend else KINDS).get(key) or KINDS.get(key, key)
            labels.append(named(kind, int(index), name))
        elif in_blend and key in TARGETS:
            labels.append(f'target "{key}"')
        elif key in MEMBERS:
            labels.append(MEMBERS[key])
    return " of ".join(reversed(labels)) or "the document"


def show(value: object) -> str:
    """A value formatted for messages: `"missing"`, `"true"`, `"an array"`, `'"text"'`."""
    if value is None:
        return "missing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    return str(value)[:LONGEST_NAME]


def first_of(index: int, count: int) -> str:
    """The first of several indices: `"4 (and 2 more)"`."""
    return f"{index} (and {count - 1:,} more)" if count > 1 else str(index)
