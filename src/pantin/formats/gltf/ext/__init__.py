"""glTF extensions: `EXTENSIONS` has a record of each that Pantin knows. The rest of the code only uses these
records. The bytes of an extension without a record never change.

To add one, write its record (in a folder of its own if it has code) and list it here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pantin.formats.gltf.ext import (
    draco,
    khr_lights_punctual,
    khr_node_visibility,
    khr_skeleton_bone,
    mesh_quantization,
    meshopt,
    recognised,
    staik_skeletons,
    vrm0,
    vrmc_materials_mtoon,
    vrmc_node_constraint,
    vrmc_spring_bone,
    vrmc_vrm,
    vrmc_vrm_animation,
)
from pantin.formats.gltf.ext.extension import Extension

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.ext.extension import Part
    from pantin.rig import Rig

EXTENSIONS: tuple[Extension, ...] = (
    staik_skeletons.EXTENSION,
    khr_skeleton_bone.EXTENSION,
    vrmc_spring_bone.EXTENSION,
    vrmc_vrm.EXTENSION,
    vrmc_node_constraint.EXTENSION,
    vrm0.EXTENSION,
    vrmc_vrm_animation.EXTENSION,
    mesh_quantization.EXTENSION,
    draco.EXTENSION,
    meshopt.EXTENSION,
    khr_lights_punctual.EXTENSION,
    khr_node_visibility.EXTENSION,
    *recognised.EXTENSIONS,
    vrmc_materials_mtoon.EXTENSION,
)
"""In the order in which their rules run and they are lifted."""

_registered = list(EXTENSIONS)
_by_name = {name: extension for extension in EXTENSIONS for name in extension.names}


def every() -> tuple[Extension, ...]:
    """All records: those of Pantin, then those that were registered."""
    return tuple(_registered)


def find(name: str) -> Extension | None:
    """The record that a name belongs to; None for an extension that is not known."""
    return _by_name.get(name)


def in_use(document: Document, among: Iterable[Extension] | None = None) -> Iterator[Extension]:
    """The records, of all or of some, whose names are in the text of a document, declared or not.

    A text with escapes may contain any name, so it counts as using every extension.
    """
    names, model = document.names, document.model
    is_listed = bool(model.extensions_used or model.extensions_required) or not document.has_complete_model
    if not is_listed and not names["extensions"]:
        return  # neither an object of an extension nor a list of them: one search instead of dozens
    for extension in every() if among is None else among:
        if any(names[name] for name in extension.names):
            yield extension


def families() -> dict[str, str]:
    """What `pantin explain` says of each family of rules that extensions have."""
    return {family: about for extension in every() for family, about in extension.families.items()}


def lower(document: Document, rig: Rig) -> None:
    """Write the parts of a rig beyond core glTF into the document made from it, which has the same nodes."""
    for extension in every():
        if extension.lower is not None and (extension.holds is None or has_part(rig, extension.holds)):
            extension.lower(document, rig)


def has_part(rig: Rig, part: Part) -> bool:
    """Whether a rig has a part for which core glTF has no object."""
    if part == "springs":
        return bool(rig.springs.springs or rig.springs.colliders)
    if part == "bones":
        return bool((rig.nodes.bone_lengths == rig.nodes.bone_lengths).any())
    if part == "visibility":
        return not rig.nodes.visible.all()
    return bool(getattr(rig, part))


def strip(document: Document, rig: Rig, part: Part) -> bool:
    """Remove a part of the rig from a document, from all extensions that store it; whether there was any."""
    functions = [extension.strip for extension in every() if extension.holds == part]
    removed = [function(document, rig) for function in functions if function is not None]
    return any(removed)


def register(extension: Extension) -> None:
    """Add a record that is not Pantin's own; raises `ValueError` for a name that has one already."""
    taken = [name for name in extension.names if name in _by_name]
    if taken:
        raise ValueError(f"extension {taken[0]} has a record already")
    _registered.append(extension)
    _by_name.update(dict.fromkeys(extension.names, extension))


def unregister(extension: Extension) -> None:
    """Undo `register`, and remove the rules of the extension from the catalogue."""
    from pantin.report import CATALOGUE

    _registered.remove(extension)
    for name in extension.names:
        del _by_name[name]
    for rule in [rule for group in extension.rule_groups() for rule in group]:
        CATALOGUE.pop(rule.id, None)


@contextmanager
def registered(extension: Extension) -> Iterator[None]:
    """Register a record for the duration of a `with` block."""
    register(extension)
    try:
        yield
    finally:
        unregister(extension)
