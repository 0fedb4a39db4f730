"""Findings about a motion and its retargeting to another rig."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.report import Finding, rule
from pantin.report.wording import counted

if TYPE_CHECKING:
    from pantin.motion.face import Face
    from pantin.operations.humanoid.bone_map import BoneMap
    from pantin.operations.humanoid.feet import LockedFeet
    from pantin.operations.humanoid.plausibility import Doubts
    from pantin.rig import Clip, Rig

MOST_LISTED = 6
"""How many uncertain bones a message lists."""


@rule("RIG-MOTION_LEFT_OUT", "info", "dropped {count:,} of {total} of the motion: no such node in the model")
def unmatched_motion(dropped: int, total: int) -> Iterator[Finding]:
    """Motion moves nodes that the model lacks.

    What: A channel of the motion moves a node, or a humanoid bone, that the model does not have.
    Why: This part of the motion does not show.
    Fix: Give the nodes of the model the names that the motion uses; ignore this if the part is not wanted.
    Source: VRMC_vrm_animation 1.0: bones that a model lacks are not moved.
    """
    if dropped:
        yield unmatched_motion.at("", count=dropped, total=counted(total, "channel"))


@rule(
    "RIG-MOTION_PROPERTIES",
    "info",
    "dropped {channels} of materials, lights, cameras or visibility from the motion",
)
def dropped_properties(clip: Clip) -> Iterator[Finding]:
    """Motion changes properties of its own model.

    What: A channel of the motion changes a material, a light or a camera, or shows and hides a node.
    Why: A motion moves the bones of another model, which has other materials, lights and cameras.
    Fix: Nothing, if only the movement is wanted; else add these channels to the clip of the model.
    Source: KHR_animation_pointer; docs/retargeting.md.
    """
    if clip.properties:
        yield dropped_properties.at("", channels=counted(len(clip.properties), "channel"))


@rule("RIG-EXPRESSION_LEFT_OUT", "info", "dropped {what} of the motion: the character does not have it")
def unmatched_face(face: Face) -> Iterator[Finding]:
    """Motion has an expression or a gaze that the character lacks.

    What: A .vrma moves an expression that the character does not have, or the gaze of a character that does
    not say how its eyes move.
    Why: This part of the motion does not show.
    Fix: Add the expression to the character; ignore this if the part is not wanted.
    Source: VRMC_vrm_animation 1.0, expressions and lookAt.
    """
    for name in face.missing:
        what = "the gaze" if name == "lookAt" else f"expression {name!r}"
        yield unmatched_face.at("", what=what)


@rule("RIG-BONE_UNCERTAIN", "warning", "{count} of {path}: {bones}")
def uncertain_bones(path: str, rig: Rig, bones: BoneMap) -> Iterator[Finding]:
    """Humanoid bone is uncertain.

    What: Names of joints and shape of the skeleton together do not tell a humanoid bone with a confidence of
    0.8 or more.
    Why: If the bone is a different one, a part of the character moves in a wrong way.
    Fix: Look at the bones with `--show-map`, and give those that are wrong in a file for `--map`.
    Source: VRMC_vrm 1.0, humanoid: the bones and their parents.
    """
    uncertain = bones.uncertain
    if uncertain:
        listed = [
            f"{bone} is {rig.nodes.names[bones.nodes[bone]]!r} ({bones.confidence[bone]:g})"
            for bone in uncertain[:MOST_LISTED]
        ]
        more = [f"and {len(uncertain) - MOST_LISTED} more"] if len(uncertain) > MOST_LISTED else []
        what = counted(len(uncertain), "uncertain bone")
        yield uncertain_bones.at("", count=what, path=path, bones=", ".join([*listed, *more]))


@rule("RIG-FEET_SLIDE", "info", "{what}")
def sliding_feet(locked: LockedFeet) -> Iterator[Finding]:
    """Planted foot slides.

    What: How far feet move along the ground while they are planted, with locked feet and without. Reported
    whenever feet are locked. A walk in place has no planted feet: they slide back all the time.
    Why: A foot that slides by more than a millimetre shows. With locked feet it is left where a leg is too
    short to reach the place where the foot stands.
    Fix: Move the hips of the motion down a little, or use a target with longer legs; ignore a few
    millimetres.
    Source: the lengths of upper and lower leg bound the distance from hip to foot.
    """
    slide = f"feet slide by up to {locked.after * 1e3:.1f} mm ({locked.before * 1e3:.1f} mm without the lock)"
    contacts = counted(locked.contacts, "contact") + " with the ground"
    none = "no foot is planted in the motion: there is nothing to lock"
    yield sliding_feet.at("", what=f"{contacts}: {slide}" if locked.contacts else none)


@rule(
    "RIG-MOTION_FAR", "warning", "the motion moves the body {heights:.0f} body heights from its rest position"
)
def far_motion(doubts: Doubts) -> Iterator[Finding]:
    """Motion is far away.

    What: In some frame of a retargeted clip, the hips are more than ten body heights from where they rest.
    Why: A camera on the model does not show it. A root in another unit of length, or a rest pose that does
    not describe a person, takes a body as far.
    Fix: Use `--in-place` to remove the root motion; choose a frame with `--rest-frame`, or correct the unit,
    if the motion does not mean to go there.
    Source: positions scale with the length of the legs.
    """
    if doubts.far:
        yield far_motion.at("", heights=doubts.far)


@rule(
    "RIG-MOTION_BELOW_FLOOR",
    "warning",
    "the body sinks below the floor by {part:.0%} of its leg length",
)
def sunken_motion(doubts: Doubts) -> Iterator[Finding]:
    """Motion is below the floor.

    What: In half of the frames of a retargeted clip, both feet, with toes and soles, are further below the
    ground than a step goes.
    Why: The floor hides the feet. The floor of the source was not found, or its root has another height.
    Fix: Choose a frame in which the source stands with `--rest-frame`, or raise the root of the motion.
    Source: planted feet of the source are placed on the ground of the target.
    """
    if doubts.below:
        yield sunken_motion.at("", part=doubts.below)


@rule("RIG-LEGS_CROSS", "warning", "legs cross in {part:.0%} of the frames, those of the source do not")
def crossing_legs(doubts: Doubts) -> Iterator[Finding]:
    """Legs cross.

    What: The left foot of a retargeted clip is to the right of the right one in frames in which that of the
    source is not.
    Why: The T-pose of one of both is not what it is taken for, or left and right are exchanged.
    Fix: Look at the bones with `--show-map`; choose a frame in which the source stands with `--rest-frame`.
    Source: in every frame the legs of the target have the directions of those of the source.
    """
    if doubts.crossing:
        yield crossing_legs.at("", part=doubts.crossing)
