"""Properties that users added, as the extras of rigs."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from pantin.formats.fbx.nodes import Array, clean
from pantin.formats.fbx.properties import Properties


def user_properties(props: Properties) -> Mapping[str, Any] | None:
    """The properties that users added, as JSON; None without any."""
    extras: dict[str, Any] = {}
    for name, prop in props.own.items():
        if not prop.is_user or not prop.values:
            continue
        values = [_json(value) for value in prop.values if not isinstance(value, bytes | Array)]
        if values and all(value is not None for value in values):
            extras[clean(name)] = values[0] if len(values) == 1 else values
    return extras or None


def _json(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    return value if isinstance(value, int) or isfinite(value) else None
