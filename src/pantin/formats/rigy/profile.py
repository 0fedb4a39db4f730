"""The two profiles, and every way in which the published files of the reference compiler deviate from the
specification.

`STANDARD` keeps the specification's MUSTs. `REFERENCE` has each departure switched on, by name, so that
what it writes equals the conformance suite's files. Nothing else in the compiler asks which profile it
runs under.
"""

from __future__ import annotations

from msgspec import Struct


class Profile(Struct, frozen=True):
    """The settings of a compiler. Each switch is a deviation of the reference compiler."""

    name: str

    inward_winding: bool = False
    """Triangles of spheres, capsules and of the sides and the top of cylinders are wound clockwise seen from
    outside, though the normals point outward and the specification asks for outward faces."""

    retessellated_mirror: bool = False
    """A mirrored primitive is tessellated anew at the mirrored translation with the Euler angles (−rx, ry,
    rz): its vertices are not the original's with x negated, its winding is not reversed, a quaternion is
    dropped, and so are tags. A primitive without a transform is copied in place."""

    meshes_stay: bool = False
    """A mesh whose id matches the rule of symmetry is not copied, only its primitives are."""

    blas_products: bool = False
    """Products of matrices are summed and rounded as BLAS does on processors with a fused multiply-add, whose
    last bits the reference compiler's files show."""

    raw_operators: bool = False
    """Rotations of field operators are used as they are written, not in their canonical form: a quaternion
    that is not of length 1 stretches the field."""

    maps_in_turn: bool = False
    """The weight maps of a primitive are applied one after the other, each with its file, its gradients and
    its overrides, so that a gradient replaces the overrides of an earlier map. The specification has each of
    the three stages once, over all maps."""

    bones_mirrored_early: bool = False
    """Symmetry copies bones in documents of every version. Up to 0.3, "mirroring does not implicitly create
    bones"."""

    mirrored_weights_last: bool = False
    """Weights that symmetry copies replace those that the author wrote for the copied primitive."""

    mirrored_bones_apart: bool = False
    """Where a list has the bones of both sides, its mirrored copy has one bone twice: a vertex has the joint
    twice, and of an end of a gradient only the last weight counts. Otherwise the weights are added."""

    undivided_differences: bool = False
    """The normals of implicit surfaces are the differences of the field over a step of the grid along each
    axis. They are not divided by the steps, and so no gradients where these differ."""

    zero_weights_kept: bool = False
    """A bone listed with weight 0 keeps its slot in JOINTS_0. glTF requires joint 0 there."""

    armature_per_mesh: bool = False
    """An armature bound to two meshes is written once for each of them."""

    geometry_per_instance: bool = False
    """Each instance of an import gets its own copy of the geometry, named after the instance."""

    skinned_below_parent: bool = False
    """The node of a skinned mesh is a child of its instance, but ignores its transform."""

    stored_bounds: bool = False
    """From 0.12 on the bounds of positions are printed as float32 numbers, before it as doubles."""

    poses_are_worlds: bool = False
    """The rotation and translation of a posed bone are the whole transform of its joint: the parent has no
    effect, and an empty pose moves every vertex by minus the head of its bone. Baked meshes are one surface,
    whatever the version, without the material of the mesh, and bones are written without a translation."""

    materials_by_name: bool = False
    """A material of an import takes the colour of an earlier material with the same name."""

    imports_are_flat: bool = False
    """Instances inside imported documents, and weight files they name, are ignored."""

    affine_translation: bool = False
    """In uniform mode the translation is that of the affine transform, so that the first anchors only
    coincide if the two triangles are similar."""

    sheared_nodes: bool = False
    """An affine instance is one node even where its matrix shears, which no node of glTF may; else it is a
    node of the frame it is brought to, and in it one of the frame it comes from."""

    identity_matrices: bool = False
    """An instance that moves nothing has the identity written out as its matrix."""

    scene_world_matrices: bool = False
    """In a scene, a nested instance has its world matrix although it is a child of its parent, so that it is
    transformed twice; each asset is written again as nodes outside the scene; skins are dropped, and assets
    keep neither their symmetry nor their instances."""

    lenient: bool = False
    """Documents with several roots, unknown parents or dimensions, bones listed twice, or scaled instances of
    what dual quaternions skin compile. They are warnings then instead of errors."""


STANDARD = Profile("standard")
REFERENCE = Profile("reference", **{field: True for field in Profile.__struct_fields__ if field != "name"})

PROFILES = {profile.name: profile for profile in (STANDARD, REFERENCE)}


def get_profile(name: str) -> Profile:
    """The profile of this name; raises `ValueError` for any other."""
    if name not in PROFILES:
        raise ValueError(f"unknown profile {name!r} (known: {', '.join(PROFILES)})")
    return PROFILES[name]
