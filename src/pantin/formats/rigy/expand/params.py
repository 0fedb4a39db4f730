"""`params`, and the tokens of expansion: identifiers, `$name`, `${index}` and `=expression`."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable
from typing import Any

from pantin.formats.rigy.schema.kinds import Faults, cut, name_of
from pantin.formats.rigy.schema.typos import closest
from pantin.formats.rigy.source import REFUSED, Map, Path, Seq

NOT_AN_IDENTIFIER = "not an identifier (letters, digits and underscores)"
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
PARAM = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)\Z")
EMBEDDED_PARAM = re.compile(r"\$[A-Za-z_]")
INDEX = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*\}")

TOOLING = "geometry_checks"
"""The one top-level key that is not expanded (Rigy chapter 10.1)."""


def is_identifier(value: Any) -> bool:
    return isinstance(value, str) and IDENTIFIER.match(value) is not None


TEXT_KEYS = frozenset(
    (
        "id", "name", "surface", "tags", "material", "mesh", "mesh_id", "armature_id", "primitive_id",
        "bone_id", "parent", "source", "contract", "import", "from", "to", "scope", "set", "generator",
        "uses_uv_roles", "field", "algorithm", "version", "rigy_version", "prefix_from", "prefix_to",
        "suffix_from", "suffix_to",
    )
)  # fmt: skip
"""Keys of strings. An expression takes the place of a number (Rigy chapter 10.8), so that here `=` is a
character like others."""


def is_expression(text: str, path: Path) -> bool:
    key = next((token for token in reversed(path) if isinstance(token, str)), "")
    return text[:1] == "=" and key not in TEXT_KEYS


def replace_strings(
    root: Map, change: Callable[[str, Path], Any], skip: tuple[str, ...] = (TOOLING,)
) -> None:
    """Replace every string below `root` that contains a token by the result of `change`.

    It does not recurse. The original string is kept in `notes`, so that findings can show it.
    """
    pending: deque[tuple[Map | Seq, Path]] = deque([(root, ())])
    while pending:
        holder, path = pending.popleft()
        changed: dict[Any, Any] = {}
        for key, value in holder.items() if type(holder) is Map else enumerate(holder):
            kind = type(value)
            if kind is str:
                if ("$" in value or value[:1] == "=") and (path or key not in skip):
                    fresh = change(value, (*path, key))
                    if fresh is not value:
                        changed[key] = fresh
            elif (kind is Map or kind is Seq) and (path or key not in skip):
                pending.append((value, (*path, key)))
        if changed:
            holder.notes = {**(holder.notes or {}), **{key: holder[key] for key in changed}}
        for key, fresh in changed.items():
            holder[key] = fresh


def take_params(root: Map, faults: Faults) -> dict[str, Any] | None:
    """The params of a document; invalid ones become faults. None where they cannot be read at all."""
    declared = root.get("params")
    if declared is None:
        misspelt = "params" not in root and closest("params", [key for key in root if len(key) < 12][:99])
        return None if misspelt else {}
    if not isinstance(declared, Map):
        if declared is not REFUSED:
            faults.add("params", ("params",), reason=f"params must be a mapping, not {name_of(declared)}")
        return None
    params: dict[str, Any] = {}
    for name, value in declared.items():
        path = ("params", name)
        if not is_identifier(name):
            faults.add("params", path, on_key=True, reason=f"param name {cut(name)!r} is {NOT_AN_IDENTIFIER}")
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


def param_inserter(params: dict[str, Any] | None, faults: Faults) -> Callable[[str, Path], Any]:
    """A function that replaces `$name`, and adds a fault for each unknown token."""

    def put(text: str, path: Path) -> Any:
        whole = PARAM.match(text)
        if whole is not None:
            if params is None:
                return REFUSED
            if whole[1] in params:
                return params[whole[1]]
            near = closest(whole[1], params)
            hint = f"; did you mean '${near}'?" if near else ""
            faults.add("unknown param", path, name=cut(text), hint=hint)
            return REFUSED
        if INDEX.search(text):
            faults.add("unresolved", path, token=cut(INDEX.search(text)[0]))  # type: ignore[index]
            return REFUSED
        if EMBEDDED_PARAM.search(text) and not is_expression(text, path):
            faults.add("param usage", path, text=cut(text))
            return REFUSED
        return text

    return put
