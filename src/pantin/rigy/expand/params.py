"""`params`: constants of a document, put where a scalar is exactly `$name`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from pantin.rigy.expand.tokens import (
    EMBEDDED_PARAM,
    INDEX,
    NOT_AN_IDENTIFIER,
    PARAM,
    is_expression,
    is_identifier,
)
from pantin.rigy.schema.kinds import Faults, name_of
from pantin.rigy.source import REFUSED, Map, Path


def take_params(root: Map, faults: Faults) -> dict[str, Any]:
    """The params of a document; invalid ones become faults."""
    declared = root.get("params")
    if declared is None:
        return {}
    if not isinstance(declared, Map):
        faults.add("params", ("params",), reason=f"params must be a mapping, not {name_of(declared)}")
        return {}
    params: dict[str, Any] = {}
    for name, value in declared.items():
        path = ("params", name)
        if not is_identifier(name):
            faults.add("params", path, on_key=True, reason=f"param name {name!r} is {NOT_AN_IDENTIFIER}")
        elif not isinstance(value, bool | int | float | str):
            faults.add(
                "params",
                path,
                reason=f"param {name!r} must be a number, a string or a boolean, not {name_of(value)}",
            )
            params[name] = REFUSED
        elif isinstance(value, float) and not math.isfinite(value):
            faults.add("params", path, reason=f"param {name!r} must be finite, not {value}")
            params[name] = REFUSED
        elif isinstance(value, str) and (EMBEDDED_PARAM.search(value) or INDEX.search(value)):
            faults.add(
                "params",
                path,
                reason=f"param {name!r} refers to another param or index; params must be literal values",
            )
            params[name] = REFUSED
        else:
            params[name] = value
    return params


def param_inserter(params: dict[str, Any], faults: Faults) -> Callable[[str, Path], Any]:
    """A function that replaces `$name`, and adds a fault for each unknown token."""

    def put(text: str, path: Path) -> Any:
        whole = PARAM.match(text)
        if whole is not None:
            if whole[1] in params:
                return params[whole[1]]
            from difflib import get_close_matches

            near = get_close_matches(whole[1], params, 1, 0.6)
            hint = f"; did you mean '${near[0]}'?" if near else ""
            faults.add("unknown param", path, name=text, hint=hint)
            return REFUSED
        if INDEX.search(text):
            faults.add("unresolved", path, token=INDEX.search(text)[0])  # type: ignore[index]
            return REFUSED
        if EMBEDDED_PARAM.search(text) and not is_expression(text):
            faults.add("param usage", path, text=text)
            return REFUSED
        return text

    return put
