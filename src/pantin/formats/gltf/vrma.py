"""The form of glTF for the suffix .vrma: one clip as a motion for any character."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.base.errors import Unsuitable, WrongDimension
from pantin.formats.format import WriteOptions
from pantin.formats.lookup import index_of
from pantin.formats.single_clip import choose_clip, dropped_clips
from pantin.report import Finding, rule
from pantin.rig.human_bones import REQUIRED_BONES

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.rig import Character, Rig


@rule("LOSS-VRMA", "warning", "{what}")
def dropped_by_vrma(facts: list[str]) -> Iterator[Finding]:
    """VRM animation cannot store a part of the motion.

    What: A .vrma stores one clip: rotations of human bones, positions of hips, weights of expressions, and
    the direction of the gaze. Its rest pose is a T-pose.
    Why: Whatever else the clip moves is missing, such as hair, blend shapes without an expression, and other
    clips. Readers take the rest pose for a T-pose; if it is another, they bend the arms.
    Fix: Choose the clip with `--clip`. For a model whose rest pose is not a T-pose, retarget the clip to one
    that has it.
    Source: VRMC_vrm_animation 1.0, "Animations", "Humanoid" and "Expressions".
    """
    yield from (dropped_by_vrma.at(what=what) for what in facts)


def keeps(document: Document) -> bool:
    """Whether a glTF document is a VRM animation already."""
    from pantin.formats.gltf.humanoid import animated_bones

    return animated_bones(document.tree) is not None


def adapt(document: Document, options: WriteOptions) -> Document:
    """A file that was read, reduced to the requested clip."""
    if options.clip is None:
        return document
    from pantin.formats.gltf.edits import names_of
    from pantin.formats.gltf.node_edits import remove_clip

    names = names_of(document, "animations")
    chosen = index_of(options.clip, names, "clip")
    adapted = document.copy()
    for index in reversed(range(len(names))):
        if index != chosen:
            remove_clip(adapted, index)
    return adapted


def lower(rig: Rig, options: WriteOptions) -> tuple[Document, list[Finding]]:
    """A clip of a rig with human bones. Raises `Unsupported` for any other rig."""
    from pantin.formats.gltf.files import lower as lower_gltf
    from pantin.motion.humanoid_clip import humanoid_clip

    character, clip = require_humanoid(rig), choose_clip(rig, options)
    if clip is None:
        raise Unsuitable("a .vrma stores a clip, but this rig has none")
    motion = humanoid_clip(rig, character, clip)
    document, _ = lower_gltf(motion.rig, WriteOptions(name=options.name))
    facts = [*dropped_clips(rig, clip, "a .vrma"), *motion.dropped]
    return document, list(dropped_by_vrma(facts))


def require_humanoid(rig: Rig) -> Character:
    """The character of a rig with all bones that VRM requires."""
    if rig.dimension != 3:
        raise WrongDimension(f"a .vrma stores rigs in 3 dimensions, but this one has {rig.dimension}")
    if rig.character is None:
        raise Unsuitable(
            "a .vrma stores the motion of human bones, but this rig has no humanoid mapping: "
            "`pantin retarget` finds them"
        )
    missing = [bone for bone in REQUIRED_BONES if bone not in rig.character.humanoid]
    if missing:
        raise Unsuitable(f"a .vrma needs all required human bones, but the rig lacks {', '.join(missing)}")
    return rig.character
