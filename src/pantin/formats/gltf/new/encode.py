"""JSON text of a new document: members in the order of a layout, empty ones left out, numbers as short as
they go.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pantin.formats.gltf.new.file_layout import Kind, Layout


@dataclass(frozen=True, slots=True)
class Spelled:
    """A number with its spelling."""

    text: str


def ordered(layout: Layout, kind: Kind, members: Mapping[str, Any]) -> dict[str, Any]:
    """The members that say something, in the order of the layout: None, empty lists, objects and texts
    say nothing.
    """
    listed = layout.keys[kind]
    places = {key: place for place, key in enumerate(listed)}
    kept = [key for key, value in members.items() if not _is_empty(value)]
    kept.sort(key=lambda key: (places.get(key, len(listed)), key))
    return {key: members[key] for key in kept}


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, list | tuple | dict | str) and not value)


def encoded(value: Any, ascii_only: bool) -> str:
    """Compact JSON. Floats are the shortest decimals that read back as the same double, as Python prints
    them.
    """
    if isinstance(value, Spelled):
        return value.text
    if isinstance(value, dict):
        return (
            "{"
            + ",".join(f"{_plain(key, True)}:{encoded(one, ascii_only)}" for key, one in value.items())
            + "}"
        )
    if isinstance(value, list | tuple) and any(
        isinstance(one, dict | list | tuple | Spelled) for one in value
    ):
        return "[" + ",".join(encoded(one, ascii_only) for one in value) + "]"
    return _plain(value, ascii_only)


def _plain(value: Any, ascii_only: bool) -> str:
    return json.dumps(value, ensure_ascii=ascii_only, separators=(",", ":"), allow_nan=False)
