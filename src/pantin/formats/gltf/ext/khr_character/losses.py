"""Findings on character data that KHR_character cannot store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.formats.gltf.extension_names import KHR_CHARACTER, KHR_CHARACTER_TEXT, VRMC_VRM
from pantin.formats.gltf.json_values import as_object, block_of
from pantin.report import Finding, rule
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document

PARTS = {
    "lookAt": "look-at",
    "meta": "meta",
    "humanoid": "humanoid bones",
    "firstPerson": "first-person flags",
}


@rule(
    "LOSS-KHR_CHARACTER",
    "info",
    "KHR_character (draft {commit}) cannot store {what}: kept in its extras, which other readers ignore",
)
def unstorable_character(document: Document) -> Iterator[Finding]:
    """Part of a character is in extras.

    What: A conversion to KHR_character stores what the draft has no member for in `extras` of its object, in
    the form of VRMC_vrm: how the eyes follow a point, first-person flags that the runtime decides, and
    expressions without a channel or with values that an animation cannot have.
    Why: Pantin reads it back, so that a conversion to VRM 1.0 gives the same character. Other readers do not.
    Fix: None is needed if the file becomes a VRM again.
    Source: KHR_character (KhronosGroup/glTF pull request 2512).
    """
    block = as_object(block_of(document.tree, KHR_CHARACTER))
    kept = as_object(as_object(block.get("extras")).get(VRMC_VRM))
    for member in kept:
        what = PARTS.get(member, "")
        if member == "expressions":
            names = [name for kind in as_object(kept[member]).values() for name in as_object(kind)]
            shown = ", ".join([*names[:3], *(["…"] if len(names) > 3 else [])])
            what = f"{counted(len(names), 'expression')} ({shown})"
        yield unstorable_character.at(None, commit=KHR_CHARACTER_TEXT, what=what or member)
