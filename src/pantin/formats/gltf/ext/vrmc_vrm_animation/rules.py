"""Rules about motions for any character: VRM-VA001 to VRM-VA007."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrm_rules import (
    bad_members,
    missing_members,
    other_versions,
    presets_among,
    unknown_presets,
)
from pantin.formats.gltf.ext.vrmc_vrm_animation.schema import NodeUse, VrmAnimation
from pantin.formats.gltf.extension_names import VRM_ANIMATION as NAME
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import quoted
from pantin.rig.human_bones import GAZE, REQUIRED_BONES

PATH = ("extensions", NAME)
EYES = ("leftEye", "rightEye")


def animation(scope: Scope) -> VrmAnimation:
    """The object of the file, empty if missing; `scope.fact(animation)` computes it once."""
    block: VrmAnimation | None = next((value for _, value in scope.extended.objects_of(NAME)), None)
    return block or VrmAnimation(spec_version=None)


def _presets(scope: Scope) -> dict[str, NodeUse | None]:
    expressions = scope.fact(animation).expressions
    return (expressions.preset or {}) if expressions is not None else {}


def _bones(scope: Scope) -> dict[str, int]:
    """The node of each bone, if it exists."""
    humanoid, count = scope.fact(animation).humanoid, len(scope.model.nodes)
    uses = (humanoid.human_bones or {}) if humanoid is not None else {}
    nodes = {bone: use.node for bone, use in uses.items() if use is not None}
    return {bone: node for bone, node in nodes.items() if node is not None and 0 <= node < count}


@rule("VRM-VA001", "error", '{owner} has no "{member}"')
def missing_member(scope: Scope) -> Iterator[Finding]:
    """VRM animation lacks a required member.

    What: `VRMC_vrm_animation` must have `specVersion`, and its bones, expressions and gaze `node`.
    Why: Readers refuse the file, or skip the part.
    Fix: Add the member.
    Source: the schemas of VRMC_vrm_animation 1.0, required.
    """
    yield from missing_members(scope, missing_member)


@rule("VRM-VA002", "error", '"{member}" is {value}, expected {expected}')
def bad_member(scope: Scope) -> Iterator[Finding]:
    """Member of a VRM animation has a wrong value.

    What: The members of `VRMC_vrm_animation` must have the types of the schema.
    Why: Readers refuse the file, or skip the part.
    Fix: Write a value that is expected.
    Source: the schemas of VRMC_vrm_animation 1.0.
    """
    yield from bad_members(scope, bad_member)


@rule("VRM-VA003", "error", "the humanoid of the animation has no {missing}")
def missing_bones(scope: Scope) -> Iterator[Finding]:
    """VRM animation lacks required bones.

    What: The `humanBones` of an animation must have the bones that VRM 1.0 requires, moved or not.
    Why: The rest pose of the whole body is needed to transfer the motion.
    Fix: Name the nodes of these bones.
    Source: VRMC_vrm_animation 1.0, humanoid.humanBones.
    """
    humanoid = scope.fact(animation).humanoid
    listed = None if humanoid is None else humanoid.human_bones
    if listed is not None:
        missing = [bone for bone in REQUIRED_BONES if bone not in listed]
        if missing:
            yield missing_bones.at(pointer(*PATH, "humanoid", "humanBones"), missing=", ".join(missing))


@rule("VRM-VA004", "error", "a VRM animation cannot have {what} {name}: lookAt moves the eyes")
def eyes_beside_gaze(scope: Scope) -> Iterator[Finding]:
    """VRM animation moves the eyes directly.

    What: A VRM animation must not have the bones `leftEye` and `rightEye`, nor the expressions `lookUp`,
    `lookDown`, `lookLeft` and `lookRight`.
    Why: Characters move their eyes by bones or by expressions; only the gaze fits both.
    Fix: Write the motion of the eyes as `lookAt`.
    Source: VRMC_vrm_animation 1.0, "Humanoid" and "Expressions".
    """
    humanoid = scope.fact(animation).humanoid
    bones = (humanoid.human_bones or {}) if humanoid is not None else {}
    for path, listed, names, what in (
        (("humanoid", "humanBones"), bones, EYES, "the bone"),
        (("expressions", "preset"), _presets(scope), GAZE, "the expression"),
    ):
        for name in listed:
            if name in names:
                yield eyes_beside_gaze.at(pointer(*PATH, *path, name), what=what, name=name)


@rule("VRM-VA005", "error", "the animation moves the {path} of {bone} ({node}), which is ignored")
def unused_channel(scope: Scope) -> Iterator[Finding]:
    """VRM animation moves more of a bone than its rotation.

    What: A bone of a VRM animation must be moved by its rotation only, and hips by their translation too.
    Why: Characters have other proportions: readers ignore scales and other translations.
    Fix: Remove the channel.
    Source: VRMC_vrm_animation 1.0, "Humanoid".
    """
    nodes = _bones(scope)
    bones = {node: bone for bone, node in nodes.items()}
    hips = nodes.get("hips")
    for clip, animation in enumerate(scope.model.animations):
        for index, channel in enumerate((animation.channels or ()) if animation else ()):
            target = channel.target if channel is not None else None
            bone = bones.get(target.node) if target is not None and target.node is not None else None
            if target is None or bone is None or target.path not in ("translation", "scale"):
                continue
            # Another bone on the node of the hips is an error of its own.
            if target.path == "scale" or target.node != hips:
                values = {"path": str(target.path), "bone": bone, "node": scope.named("node", target.node)}
                yield unused_channel.at(pointer("animations", clip, "channels", index), **values)


@rule("VRM-VA006", "error", "{what}")
def bad_names(scope: Scope) -> Iterator[Finding]:
    """VRM animation has an unknown version or expression.

    What: The `specVersion` of an animation must be "1.0", `preset` must have presets of VRM 1.0 only, and
    `custom` none of them.
    Why: Readers ignore other versions, and find expressions by name.
    Fix: Correct the version or the name.
    Source: VRMC_vrm_animation 1.0, "specVersion" and "Expressions".
    """
    for path, version in other_versions(scope, NAME):
        words = f'specVersion of {NAME} is {version}, expected "{VERSION}"'
        yield bad_names.at(pointer(*path, "specVersion"), what=words)
    for name in unknown_presets(_presets(scope)):
        words = f"VRM 1.0 has no preset {quoted(name)}"
        yield bad_names.at(pointer(*PATH, "expressions", "preset", name), what=words)
    expressions = scope.fact(animation).expressions
    for name in presets_among((expressions.custom or {}) if expressions is not None else {}):
        words = f"the custom expression {quoted(name)} has the name of a preset"
        yield bad_names.at(pointer(*PATH, "expressions", "custom", name), what=words)


@rule("VRM-VA007", "error", "{node} is {bone}, but also {other}")
def shared_node(scope: Scope) -> Iterator[Finding]:
    """Two bones of a VRM animation have the same node.

    What: Each bone of `humanBones` must have its own node.
    Why: One node has one motion, so the other bone has none.
    Fix: Give each bone its own node, or remove one of the two.
    Source: VRMC_vrm_animation 1.0, "Humanoid"; VRMC_vrm 1.0, humanoid.humanBones.
    """
    first: dict[int, str] = {}
    for bone, node in _bones(scope).items():
        other = first.setdefault(node, bone)
        if other != bone:
            where = pointer(*PATH, "humanoid", "humanBones", bone, "node")
            yield shared_node.at(where, node=scope.named("node", node), bone=bone, other=other)


RULES: tuple[Rule[[Scope]], ...] = (
    missing_member,
    bad_member,
    missing_bones,
    eyes_beside_gaze,
    unused_channel,
    bad_names,
    shared_node,
)
