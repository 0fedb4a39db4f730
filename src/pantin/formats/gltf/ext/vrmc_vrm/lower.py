"""Write the character of a rig as VRMC_vrm 1.0 into a document with the rig's nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.formats.gltf.edits import remove_extension, set_extension, unlist_extensions
from pantin.formats.gltf.ext.vrm_block import make_block
from pantin.formats.gltf.extension_names import VRMC_VRM as NAME
from pantin.formats.gltf.json_values import as_object
from pantin.rig import Character, Rig
from pantin.rig.human_bones import REQUIRED_BONES

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


def lower_rig(document: Document, rig: Rig) -> None:
    """Write the character of a rig if it is a model's and VRM 1.0 can store it."""
    if rig.character is not None and not obstacle(rig):
        lower(document, rig.character)


def store_rig(document: Document, rig: Rig) -> None:
    """Write a rig's character that another extension stored, even if bones are missing."""
    if rig.character is not None:
        lower(document, rig.character)


def obstacle(rig: Rig) -> str:
    """The reason why a rig's character cannot be written as VRM 1.0; empty if it can."""
    character = rig.character
    if character is None:
        return ""
    if character.motion is not None:
        return "it is a motion"
    missing = [bone for bone in REQUIRED_BONES if bone not in character.humanoid]
    if missing:
        return f"the humanoid lacks {', '.join(missing)}"
    if character.version != "1.0":
        return f"it follows VRM {character.version}, which faces −Z"
    return ""


def strip(document: Document, rig: Rig) -> bool:
    """Remove the character from a document; returns whether there was one."""
    if NAME not in as_object(document.tree.get("extensions")):
        return False
    remove_extension(document, "", NAME)
    unlist_extensions(document, NAME)
    return True


def lower(document: Document, character: Character) -> None:
    """Set the character of a document to one of version 1.0, replacing any other."""
    set_extension(document, "", NAME, make_block(document, character))
