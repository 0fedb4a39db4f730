"""What G4MF makes a new file change, kept in the extras of its items and read back: names, scenes, springs,
constraints, characters and clips.

G4MF names are unique in a file and have no punctuation, and a file has one scene. An item that had to get
another name keeps its own in `extras`, under the key `pantin`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pantin.formats.g4mf.item_names import sanitise_name

if TYPE_CHECKING:
    from pantin.formats.g4mf.model import Item

KEY = "pantin"
"""The member of `extras` in which Pantin keeps originals."""

KEPT = ("name", "scene", "copy", "springs", "constraints", "character", "clips")
"""The members under `KEY`, which do not become extras of a rig."""


def with_originals(extras: Mapping[str, Any] | None, originals: Mapping[str, Any]) -> dict[str, Any]:
    """The member `extras` of an item, if needed: its own extras, and Pantin's."""
    own = dict(extras or {})
    if originals:
        held = own.get(KEY, {})
        own[KEY] = {**held, **originals} if isinstance(held, Mapping) else dict(originals)
    return {"extras": own} if own else {}


def originals_of(item: Item) -> dict[str, Any]:
    """The originals stored in the extras of an item."""
    held = None if item.extras is None else item.extras.get(KEY)
    return held if isinstance(held, dict) else {}


def item_name(item: Item) -> str | None:
    """The name of an item: the original, unless the item was renamed since."""
    current = item.name or ""
    original = originals_of(item).get("name")
    if isinstance(original, str) and _was_renamed(original, current):
        return original
    return current or None


def item_extras(item: Item) -> dict[str, Any] | None:
    """The extras of an item without Pantin's; None if nothing remains."""
    extras = item.extras
    if extras is None:
        return None
    if not isinstance(extras.get(KEY), dict):
        return extras or None
    kept = {key: value for key, value in extras[KEY].items() if key not in KEPT}
    own = {key: value for key, value in extras.items() if key != KEY}
    return (own | {KEY: kept} if kept else own) or None


def _was_renamed(original: str, current: str) -> bool:
    """Whether a new file gives an item of this name the current one."""
    return re.fullmatch(re.escape(sanitise_name(original)) + r"(_\d+)?", current) is not None
