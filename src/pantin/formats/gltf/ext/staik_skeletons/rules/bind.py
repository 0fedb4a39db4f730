"""Rules about inverse bind matrices of skeletons and of the skins they own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import replace
from pantin.formats.gltf.codes import BIND_FORMAT
from pantin.formats.gltf.ext.staik_skeletons.binds import Matrices, matrices, matrices_fault
from pantin.formats.gltf.ext.staik_skeletons.model import skeleton_objects
from pantin.formats.gltf.ext.staik_skeletons.rules.skeleton import skeleton_name, skeleton_pointer
from pantin.formats.gltf.model import get
from pantin.formats.gltf.scope import Scope
from pantin.formats.gltf.subject import others
from pantin.maths import affine
from pantin.motion.transforms import world_transforms
from pantin.operations.edit.skeleton_binds import SAME_SPACE, is_same_space, slots_off_rest
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.rig import InvalidRig, Node, Rig, Skeleton, build

if TYPE_CHECKING:
    from pantin.formats.gltf.lift.source import Source

OVERRIDE = 1e-5
"""Two matrices differ if an entry differs by more than this, relative to the largest entry of both. Float32
rounds by 6e-8, and inverting a chain of some hundred joints loses two digits."""

SHEAR = 1e-3
"""A bind is sheared if decomposing and recomposing it changes an entry by more than this, relative to the
largest. Exporters invert chains in float32, and an axis off by a thousandth of a right angle looks square."""


@rule("STAIK-014", "error", "{skeleton}: {fault}")
def bad_matrices(scope: Scope) -> Iterator[Finding]:
    """Invalid inverse bind matrices of a skeleton.

    What: The `inverseBindMatrices` of a skeleton must be affine 4×4 matrices of floats, at least one for each
    joint.
    Why: Readers support no other, and without them the skeleton has no bind pose.
    Fix: Store MAT4 of FLOAT with the last row 0 0 0 1, at least one for each joint, or omit them.
    Source: STAIK_skeletons, "Skeletons" (they behave as in skins); glTF 2.0 §3.7.3.1.
    """
    for i in range(len(scope.fact(skeleton_objects).skeletons)):
        fault = matrices_fault(scope, i)
        if fault:
            where = skeleton_pointer(i, "inverseBindMatrices")
            yield bad_matrices.at(where, skeleton=skeleton_name(scope, i), fault=fault)


@rule("STAIK-015", "warning", "the inverse bind matrix of {joint} of {skeleton} {fault}{more}")
def no_bind_pose(scope: Scope) -> Iterator[Finding]:
    """Bind pose cannot be decomposed.

    What: The inverse bind matrices of a skeleton should be invertible, and give binds without shear.
    Why: Engines store a bind pose as translation, rotation and scale of each bone.
    Fix: Bind the skeleton in a pose without shear, or omit its matrices: then the nodes define the pose.
    Source: STAIK_skeletons, "Skeletons" (they are used to compute the default bind pose).
    """
    bind_matrices, objects = scope.fact(matrices), scope.fact(skeleton_objects)
    if not bind_matrices:
        return
    # All skeletons at once: hundreds of small ones take as long as a large one.
    inverse_binds = np.concatenate(list(bind_matrices.values()))
    bound, singular = affine.invert(inverse_binds)
    sheared = _has_shear(_local(scope, inverse_binds, bound))
    begin = 0
    for i, own in bind_matrices.items():
        part = slice(begin, begin := begin + len(own))
        fault, slots = "cannot be inverted", np.flatnonzero(singular[part])
        if not len(slots):
            fault, slots = "is sheared", np.flatnonzero(sheared[part])
        if len(slots):
            joints = objects.skeletons[i].joints or ()
            values = {
                "joint": _joint_name(scope, int(slots[0]), joints),
                "skeleton": skeleton_name(scope, i),
                "fault": fault,
                "more": others(len(slots), "joint"),
            }
            yield no_bind_pose.at(skeleton_pointer(i, "inverseBindMatrices"), **values)


def _joint_name(scope: Scope, slot: int, joints: Sequence[int | None]) -> str:
    """A joint by its slot and its node: `joint 2, node "Arm" (5),`."""
    return f"joint {slot}, {scope.named('node', joints[slot])},"


def _local(scope: Scope, inverse_binds: Matrices, bound: Matrices) -> Matrices:
    """The binds of all skeletons relative to the parent joint; for a root, to its parent node."""
    inside: list[int] = []
    above: list[int] = []
    begin = 0
    for i, own in scope.fact(matrices).items():
        skeleton = scope.fact(skeleton_objects).skeletons[i]
        for slot, joint in scope.fact(skeleton_objects).joints(i):
            parent = scope.parents[joint]
            if parent in skeleton.slots:
                inside.append(begin + slot)
                above.append(begin + skeleton.slots[parent])
        begin += len(own)
    local = bound.copy()
    local[inside] = affine.multiply(inverse_binds[above], bound[inside])
    return local


def _has_shear(transforms: Matrices) -> NDArray[np.bool_]:
    error = np.abs(affine.compose(*affine.decompose(transforms)) - transforms)[..., :3].max((-2, -1))
    return np.asarray(error > SHEAR * np.abs(transforms[..., :3]).max((-2, -1)))


@rule(
    "STAIK-021",
    "warning",
    "{skin} has no inverseBindMatrices: readers of STAIK_skeletons use the scene's pose, others the identity",
)
def disputed_binds(scope: Scope) -> Iterator[Finding]:
    """Skin has no inverse bind matrices.

    What: A skin that a skeleton owns should have `inverseBindMatrices`, unless the scene's pose is the
    identity.
    Why: Where they are missing, core glTF uses the identity, and the extension the pose of the scene.
    Fix: Write the intended matrices; `pantin skeletons` does.
    Source: STAIK_skeletons, "Skins", "Implementation Note"; glTF 2.0 §3.7.3.1.
    """
    bare = {i for i, skin in enumerate(scope.model.skins) if skin and skin.inverse_bind_matrices is None}
    if not scope.fact(skeleton_objects).owners.keys() & bare:
        return
    for i, binds in scope.fact(_scene_binds).items():
        if i in bare and (np.abs(binds - affine.identity(3)) > OVERRIDE).any():
            yield disputed_binds.at(pointer("skins", i), skin=scope.named("skin", i))


@rule("STAIK-030", "info", "{joint} of {skeleton} is not bound in its rest pose{space}{more}")
def not_at_rest(scope: Scope) -> Iterator[Finding]:
    """Bind pose of a skeleton is not its rest pose.

    What: Lists joints whose bind relative to their parent, by the `inverseBindMatrices` of the skeleton, is
    not the transform of the node. A warning if the matrices are in two spaces: some in the world, others in
    that of the root's parent.
    Why: A skeleton may rest in another pose than it is bound in. Matrices in two spaces are a mistake, and
    the bind pose is torn apart.
    Fix: Nothing to fix if the pose is intended. Else invert the transforms of all joints in the same space.
    Source: STAIK_skeletons, "Skeletons" (the matrices are used to compute the default bind pose).
    """
    for i, lifted in scope.fact(_lifted_skeletons).items():
        if lifted.inverse_binds is None:
            continue
        slots, spaces, parents = slots_off_rest(lifted)
        if not len(slots):
            continue
        is_torn = _is_in_two_spaces(scope, int(lifted.root), spaces[slots], spaces[parents[slots]])
        spaces_used = ": the matrices are in the world and in the space of the root's parent"
        values = {
            "joint": _joint_name(scope, int(slots[0]), lifted.joints.tolist()),
            "skeleton": skeleton_name(scope, i),
            "space": spaces_used if is_torn else "",
            "more": others(len(slots), "joint"),
        }
        finding = not_at_rest.at(skeleton_pointer(i, "inverseBindMatrices"), **values)
        yield replace(finding, severity="warning") if is_torn else finding


def _is_in_two_spaces(scope: Scope, root: int, spaces: Matrices, above: Matrices) -> bool:
    """Whether all these bind spaces of joints equal those of their parents, moved by the world transform of
    the root's parent or its inverse."""
    world = scope.fact(_world_transforms)
    parent = scope.parents[root]
    if parent is None or world is None:
        return False
    moves = [world[parent], affine.invert(world[parent])[0]]
    rounding = SAME_SPACE * np.maximum(np.abs(spaces).max((-2, -1)), np.abs(above).max((-2, -1)))
    return bool(
        np.any([is_same_space(spaces, affine.multiply(move, above), rounding) for move in moves], 0).all()
    )


def _lifted_nodes(scope: Scope) -> tuple[Source, list[Node]]:
    from pantin.formats.gltf.lift.nodes import nodes
    from pantin.formats.gltf.lift.source import Source

    source = Source(scope.document)
    return source, nodes(source)


def _scene_binds(scope: Scope) -> dict[int, Matrices]:
    """The inverse binds of each skin that a skeleton owns, as they are lifted."""
    from pantin.formats.gltf.ext.staik_skeletons.lift import lift_skeletons
    from pantin.formats.gltf.lift.skins import skins

    source, nodes = scope.fact(_lifted_nodes)
    _, lifted = lift_skeletons(source, nodes, skins(source))
    return {
        i: skin.inverse_binds
        for i, skin in enumerate(lifted)
        if skin.skeleton is not None and skin.inverse_binds is not None
    }


def _build_rig(scope: Scope) -> Rig | None:
    """The nodes and liftable skeletons of the file; None if a number is not finite."""
    from pantin.formats.gltf.ext.staik_skeletons.lift import lift_skeletons
    from pantin.formats.gltf.lift.nodes import without_views

    source, nodes = scope.fact(_lifted_nodes)
    try:
        return build(nodes=without_views(nodes), skeletons=lift_skeletons(source, nodes, ())[0])
    except InvalidRig:
        return None


def _lifted_skeletons(scope: Scope) -> dict[int, Skeleton]:
    """The liftable skeletons with valid matrices, by their index in the file."""
    objects, valid = scope.fact(skeleton_objects).skeletons, scope.fact(matrices)
    rig = scope.fact(_build_rig) if valid else None
    lifted = {skeleton.root: skeleton for skeleton in rig.skeletons} if rig is not None else {}
    return {
        i: lifted[root]
        for i in valid
        if (root := objects[i].root) in lifted and tuple(lifted[root].joints.tolist()) == objects[i].joints
    }


def _world_transforms(scope: Scope) -> Matrices | None:
    rig = scope.fact(_build_rig)
    return None if rig is None else world_transforms(rig)


@rule(
    "STAIK-022",
    "info",
    "the inverse bind matrix of {joint} in {skin} differs from that of {skeleton} and overrides it{more}",
)
def overridden_bind(scope: Scope) -> Iterator[Finding]:
    """Skin overrides a bind of its skeleton.

    What: Lists skins whose inverse bind matrices differ from those of the skeleton that owns them.
    Why: Vertices follow the matrices of the skin. Tools that bind to the skeleton's pose show another shape.
    Fix: Nothing to fix if this is intended, as for a garment modelled in another pose.
    Source: STAIK_skeletons, "Skins", "Implementation Note".
    """
    objects = scope.fact(skeleton_objects)
    own = scope.fact(matrices)
    for i, skin in enumerate(scope.model.skins):
        owner = objects.owners.get(i, -1)
        array = None if skin is None or owner not in own else _skin_matrices(scope, skin)
        if skin is None or array is None:
            continue
        slots = objects.skeletons[owner].slots
        joints = skin.joints or ()
        owner_slots = np.array([slots.get(joint, -1) for joint in joints[: len(array)]], np.int64)  # type: ignore[arg-type]
        shared = np.flatnonzero(owner_slots >= 0)
        mine = array[shared, :3].astype(np.float64)
        theirs = own[owner][owner_slots[shared]]
        largest = np.maximum(np.abs(mine), np.abs(theirs)).max((-2, -1), initial=0.0)
        other = np.flatnonzero(~(np.abs(mine - theirs).max((-2, -1), initial=0.0) <= OVERRIDE * largest))
        if len(other):
            values = {
                "joint": _joint_name(scope, int(shared[other[0]]), joints),
                "skin": scope.named("skin", i),
                "skeleton": skeleton_name(scope, owner),
                "more": others(len(other), "joint"),
            }
            yield overridden_bind.at(pointer("skins", i, "inverseBindMatrices"), **values)


def _skin_matrices(scope: Scope, skin: Any) -> Matrices | None:
    accessor = get(scope.model.accessors, skin.inverse_bind_matrices)
    if accessor is None or (accessor.type, accessor.component_type) != BIND_FORMAT[:2]:
        return None
    array = scope.array(skin.inverse_bind_matrices)
    return None if array is None else array[: len(skin.joints or ())]
