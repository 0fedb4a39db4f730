"""Which version of the language introduced what: one table for everything that depends on the version.

Chapter 1 of the language lists what each version added; the chapters have the details. `FEATURES` is what a
document may contain from a version on, `CHANGES` what a version changed for documents that were valid before.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from pantin.formats.rigy.schema.document import NO_VERSION, numbers_of

Version: TypeAlias = tuple[int, int]
Severity: TypeAlias = Literal["error", "warning"]


class Feature(Struct, frozen=True):
    """A part of the language and the version that introduced it.

    `paths` are the places where a document uses it: keys, `[]` for the items of a list, `{}` for the values
    of a mapping, and `=word` at the end for a word that a key has. A feature without paths is recognised by
    its spelling. `includes` are keys and words that cannot occur without it. In an older document it is
    reported as an error where the language says that the document is rejected, else as a warning.
    """

    name: str
    since: Version
    what: str
    source: str
    paths: tuple[str, ...] = ()
    includes: str = ""
    report_as: tuple[Severity, str] = ("warning", "RIGY-P22")


PRIMITIVE = "meshes[].primitives[]"
V77: tuple[Severity, str] = ("error", "RIGY-V77")
V79: tuple[Severity, str] = ("error", "RIGY-V79")
HARD: tuple[Severity, str] = ("error", "RIGY-P22")

FEATURES = (
    Feature("anchors", (0, 2), "'anchors'", "1.1", ("anchors",), "id, translation, scope"),
    Feature("imports", (0, 2), "'imports'", "1.1", ("imports",), "source, contract"),
    Feature(
        "instances", (0, 2), "'instances'", "1.1", ("instances",),
        "import, mesh_id, attach3, from, to, mode, rigid, uniform, affine",
    ),
    Feature(
        "weight_maps", (0, 3), "'weight_maps'", "1.1, 6", ("bindings[].weight_maps",),
        "gradients, axis, range, from, to, overrides, vertices, source",
    ),
    Feature(
        "skinning_solver", (0, 5), "'skinning_solver'", "1.3, 7.1",
        ("skinning_solver", "bindings[].skinning_solver"), "lbs, dqs",
    ),
    Feature("poses", (0, 5), "'poses'", "1.3, 7.3", ("poses",), "bones, rotation, translation"),
    Feature(
        "materials", (0, 6), "a material", "1.3, 8", ("materials", f"{PRIMITIVE}.material"),
        "material of a primitive, base_color",
    ),
    Feature(
        "uv_roles", (0, 7), "a UV role", "1.3, 8.8, 9.1", ("meshes[].uv_roles", "materials{}.uses_uv_roles"),
        "uses_uv_roles, set, albedo, detail, directional, radial, decal, lightmap",
    ),
    Feature(
        "uv_sets", (0, 8), "'uv_sets'", "9.2", ("meshes[].uv_sets",),
        "generator, planar_xy@1, box_project@1, sphere_latlong@1, cylindrical@1, capsule_cyl_latlong@1",
        HARD,
    ),
    Feature("wedge", (0, 9), "a wedge", "3.6", (f"{PRIMITIVE}.type=wedge",), "", HARD),
    Feature("params", (0, 10), "'params'", "10.2", ("params",), "$name"),
    Feature("repeat", (0, 10), "'repeat'", "10.3", (), "count, as, body, ${index}"),
    Feature("aabb", (0, 11), "the aabb of a box", "10.4", (f"{PRIMITIVE}.aabb",), "min, max"),
    Feature(
        "box_decompose", (0, 11), "'box_decompose'", "10.5", (f"{PRIMITIVE}.macro=box_decompose",),
        "mesh, axis, span, base_y, height, thickness, offset, cutouts, bottom, top",
    ),
    Feature("surface", (0, 11), "'surface'", "10.5", (f"{PRIMITIVE}.surface",)),
    Feature("tags", (0, 11), "'tags'", "10.6", (f"{PRIMITIVE}.tags",)),
    Feature(
        "expression", (0, 12), "an expression", "10.8", (),
        "=…, min, max, clamp, abs, sqrt, sin, cos, tan, atan2, deg2rad, rad2deg",
        V77,
    ),
    Feature(
        "rotation_axis_angle", (0, 12), "'rotation_axis_angle'", "10.9",
        (f"{PRIMITIVE}.transform.rotation_axis_angle", f"{PRIMITIVE}.ops[].transform.rotation_axis_angle"),
        "axis, degrees",
        V77,
    ),
    Feature(
        "rotation_quat", (0, 12), "'rotation_quat'", "10.9",
        (f"{PRIMITIVE}.transform.rotation_quat", f"{PRIMITIVE}.ops[].transform.rotation_quat"),
        "",
        V77,
    ),
    Feature("mesh.material", (0, 12), "the material of a mesh", "8.5", ("meshes[].material",), "", V77),
    Feature(
        "offset_mode", (0, 12), "'offset_mode'", "10.5", (f"{PRIMITIVE}.offset_mode",),
        "centerline, neg_face, pos_face",
        V77,
    ),
    Feature(
        "triangle_prism_on_plane", (0, 12), "'triangle_prism_on_plane'", "10.7",
        (f"{PRIMITIVE}.macro=triangle_prism_on_plane",),
        "plane, origin, normal, leg_p, leg_q, length",
        V77,
    ),
    Feature(
        "implicit_surface", (0, 13), "an implicit surface", "3.7",
        (f"{PRIMITIVE}.type=implicit_surface",),
        "domain, aabb, grid, iso, ops, op, scale, field, strength, radius, height, extraction, algorithm, "
        "metaball_sphere@1, metaball_capsule@1, sdf_sphere@1, sdf_capsule@1, marching_cubes@1",
        V79,
    ),
)  # fmt: skip


class Change(Struct, frozen=True):
    """What a version changed for documents that were valid before it."""

    since: Version
    what: str
    source: str


CHANGES = {
    "mirrored bones": Change(
        (0, 4), "symmetry copies the bones that it matches; before, it copies none", "11.1; 0.3, Symmetry"
    ),
    "weights up to 1": Change(
        (0, 4), "a weight above 1 is an error (V13, V17, V18); before, weights are only normalised", "12.2"
    ),
    "roles need sets": Change((0, 8), "a mesh with uv_roles must have uv_sets (V53)", "9.1"),
    "strict keys": Change(
        (0, 10), "an unknown key is V57 instead of V33, a rotation V73 instead of V32", "12.2"
    ),
    "own surfaces": Change(
        (0, 12),
        "each primitive is its own glTF primitive with its own material (V74, V75; not V38, V41)",
        "8.6, 13.2",
    ),
    "canonical rotations": Change((0, 12), "rotations are rounded to canonical quaternions", "10.9"),
    "macro mesh": Change((0, 12), "the mesh of a box_decompose must be the mesh around it (V76)", "10.5"),
}

_SINCE = {feature.name: feature.since for feature in FEATURES} | {
    name: change.since for name, change in CHANGES.items()
}


def has(version: str | Version, name: str) -> bool:
    """Whether a version of the language has a feature or a change of the tables.

    A version that cannot be read is reported separately; nothing is reported as too new for it.
    """
    numbers = (numbers_of(version) or NO_VERSION) if isinstance(version, str) else version
    return numbers == NO_VERSION or numbers >= _SINCE[name]


def spell(version: Version) -> str:
    """The version as a document spells it."""
    return f"{version[0]}.{version[1]}"
