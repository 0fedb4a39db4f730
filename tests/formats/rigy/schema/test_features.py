"""The table of features, against the sentences of the language and the keys of the schema."""

from __future__ import annotations

import re

import pytest

from pantin.formats.rigy.compile import check_text, compile_text
from pantin.formats.rigy.schema.document import FIELDS
from pantin.formats.rigy.schema.features import CHANGES, FEATURES, has, spell
from pantin.formats.rigy.schema.keys import DOCUMENT
from pantin.formats.rigy.schema.kinds import ListOf, MapOf, ObjectOf, Word
from pantin.formats.rigy.schema.primitive import ANY_PRIMITIVE, MACROS, PrimitiveKind
from pantin.formats.rigy.uv import GENERATORS, ROLES

BOX = "{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}}"
ARM = """armatures: [{id: rig, bones: [{id: hub, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: rig%s}]"""
TRIANGLE = (
    "[{id: p, translation: [0, 0, 0]}, {id: q, translation: [1, 0, 0]}, {id: r, translation: [0, 1, 0]}]"
)


def mesh(primitive=BOX, more=""):
    return f"meshes: [{{id: m, primitives: [{primitive}]{more}}}]"


def box(more, dimensions="dimensions: {x: 1, y: 1, z: 1}"):
    return mesh(f"{{id: b, type: box, {dimensions}{more}}}")


WALL = "{macro: box_decompose, id: w, axis: x, span: [0, 4], height: 2, thickness: 0.1%s}"
PRISM = """{macro: triangle_prism_on_plane, id: t, plane: {origin: [0, 0, 0], normal: [0, 0, 1]},
leg_p: [1, 0, 0], leg_q: [0, 1, 0], length: 1}"""
SURFACE = """{id: s, type: implicit_surface, iso: 0.5,
domain: {aabb: {min: [-1, -1, -1], max: [1, 1, 1]}, grid: {nx: 5, ny: 5, nz: 5}},
ops: [{op: add, field: metaball_sphere@1, strength: 2, radius: 1}]}"""

DOCUMENTS = {
    "anchors": [mesh() + "\nanchors: " + TRIANGLE],
    "imports": ["imports: {part: {source: part.rigy.yaml}}"],
    "instances": [mesh() + "\ninstances: [{id: i, mesh_id: m}]"],
    "weight_maps": [
        mesh() + "\n" + ARM % ", weight_maps: [{primitive_id: b, overrides: "
        "[{vertices: [0], bones: [{bone_id: hub, weight: 1}]}]}]"
    ],
    "skinning_solver": [
        mesh() + "\n" + ARM % ", skinning_solver: dqs",
        mesh() + "\nskinning_solver: lbs\n" + ARM % "",
    ],
    "poses": [mesh() + "\n" + ARM % "" + "\nposes: [{id: up, bones: {hub: {translation: [0, 1, 0]}}}]"],
    "materials": [
        mesh() + "\nmaterials: {red: {base_color: [1, 0, 0, 1]}}",
        box(", material: red") + "\nmaterials: {red: {base_color: [1, 0, 0, 1]}}",
    ],
    "uv_roles": [
        mesh(more=", uv_roles: {albedo: {set: uv0}}, uv_sets: {uv0: {generator: planar_xy@1}}"),
        mesh() + "\nmaterials: {red: {base_color: [1, 0, 0, 1], uses_uv_roles: [radial]}}",
    ],
    "uv_sets": [mesh(more=", uv_sets: {uv0: {generator: box_project@1}}")],
    "wedge": [
        mesh("{id: b, type: wedge, dimensions: {x: 1, y: 1, z: 1}}"),
        mesh("{id: b, type: $kind, dimensions: {x: 1, y: 1, z: 1}}") + "\nparams: {kind: wedge}",
    ],
    "params": [mesh() + "\nparams: {size: 2}"],
    "repeat": [
        mesh('{repeat: {count: 2, as: i, body: {id: "b${i}", type: box, dimensions: {x: 1, y: 1, z: 1}}}}'),
        mesh() + '\nanchors: [{repeat: {count: 2, as: i, body: {id: "a${i}", translation: ["${i}", 0, 0]}}}]',
    ],
    "aabb": [box("", "aabb: {min: [0, 0, 0], max: [1, 1, 1]}")],
    "box_decompose": [mesh(WALL % ""), mesh(WALL % ", cutouts: [{id: door, span: [1, 2], top: 1}]")],
    "surface": [box(", surface: outside")],
    "tags": [box(", tags: [wall]"), mesh(WALL % ", tags: [wall]")],
    "expression": [
        box("", 'dimensions: {x: "=1 + 1", y: 1, z: 1}'),
        box(', transform: {translation: [0, "=sqrt(4)", 0]}'),
        mesh() + '\nmaterials: {red: {base_color: ["=1/2", 0, 0, 1]}}',
        mesh('{repeat: {count: 1, as: i, body: {id: b, type: box, dimensions: {x: "=${i} + 1"}}}}'),
    ],
    "rotation_axis_angle": [
        box(", transform: {rotation_axis_angle: {axis: [0, 0, 1], degrees: 30}}"),
    ],
    "rotation_quat": [box(", transform: {rotation_quat: [0, 0, 0, 1]}")],
    "mesh.material": [mesh(more=", material: red") + "\nmaterials: {red: {base_color: [1, 0, 0, 1]}}"],
    "offset_mode": [mesh(WALL % ", offset_mode: neg_face")],
    "triangle_prism_on_plane": [mesh(PRISM)],
    "implicit_surface": [mesh(SURFACE)],
}
USES = [(feature, use) for feature in FEATURES for use in DOCUMENTS[feature.name]]
BY_NAME = {feature.name: feature for feature in FEATURES}

HARD = {
    # Chapter 12.2: V77 and V79; 3.6: "MUST reject"; 9.2: "valid only when".
    "expression", "rotation_axis_angle", "rotation_quat", "mesh.material", "offset_mode",
    "triangle_prism_on_plane", "implicit_surface", "wedge", "uv_sets",
}  # fmt: skip


def reported(text, feature):
    return [
        finding
        for finding in check_text(text).findings
        if finding.rule == feature.report_as[1]
        and finding.message.startswith(f'{feature.what} requires version "{spell(feature.since)}"')
    ]


@pytest.mark.parametrize(("feature", "use"), USES, ids=lambda value: getattr(value, "name", ""))
def test_a_feature_one_version_too_early_is_reported_and_at_its_version_is_not(feature, use):
    before = f'version: "0.{feature.since[1] - 1}"\n{use}\n'
    (finding,) = reported(before, feature)
    assert finding.severity == ("error" if feature.name in HARD else "warning")
    assert finding.line > 1
    assert not reported(f'version: "{spell(feature.since)}"\n{use}\n', feature)


@pytest.mark.parametrize(("feature", "use"), USES, ids=lambda value: getattr(value, "name", ""))
def test_a_warning_lets_the_document_compile_and_an_error_does_not(feature, use):
    if feature.name == "imports":
        return  # there is no file to import
    report = check_text(f'version: "0.{feature.since[1] - 1}"\n{use}\n')
    others = {BY_NAME[name].report_as[1] for name in BY_NAME}
    assert {finding.rule for finding in report.findings if finding.severity == "error"} <= others
    assert report.ok == (feature.name not in HARD and "uv_sets" not in use)


def test_the_version_of_each_feature_is_that_of_the_list_in_chapter_1():
    listed = {
        2: {"anchors", "imports", "instances"},
        3: {"weight_maps"},
        5: {"skinning_solver", "poses"},
        6: {"materials"},
        7: {"uv_roles"},
        8: {"uv_sets"},
        9: {"wedge"},
        10: {"params", "repeat"},
        11: {"aabb", "box_decompose", "tags", "surface"},
        12: {"expression", "rotation_axis_angle", "rotation_quat", "mesh.material", "offset_mode",
             "triangle_prism_on_plane"},
        13: {"implicit_surface"},
    }  # fmt: skip
    assert {feature.name: feature.since for feature in FEATURES} == {
        name: (0, minor) for minor, names in listed.items() for name in names
    }
    assert {feature.name for feature in FEATURES if feature.report_as[0] == "error"} == HARD


FIRST = """
version units coordinate_system coordinate_system.up coordinate_system.forward
coordinate_system.handedness tessellation_profile geometry_checks
meshes meshes[].id meshes[].name meshes[].primitives
meshes[].primitives[].id meshes[].primitives[].type meshes[].primitives[].name
meshes[].primitives[].dimensions meshes[].primitives[].transform
meshes[].primitives[].transform.translation meshes[].primitives[].transform.rotation_euler
meshes[].primitives[].transform.rotation_degrees
armatures armatures[].id armatures[].name armatures[].bones armatures[].bones[].id
armatures[].bones[].parent armatures[].bones[].head armatures[].bones[].tail armatures[].bones[].roll
bindings bindings[].mesh_id bindings[].armature_id bindings[].weights bindings[].weights[].primitive_id
bindings[].weights[].bones bindings[].weights[].bones[].bone_id bindings[].weights[].bones[].weight
symmetry symmetry.mirror_x symmetry.mirror_x.prefix_from symmetry.mirror_x.prefix_to
symmetry.mirror_x.suffix_from symmetry.mirror_x.suffix_to
"""
"""What the texts give no later version for; symmetry by suffixes is Pantin's."""


def keys(kind, path=""):
    """Every key that the schema has, as a path like those of the table."""
    if isinstance(kind, PrimitiveKind):
        yield from keys(ANY_PRIMITIVE, path)
        for macro in MACROS.values():
            yield from keys(macro, f"{path}<{macro.what}>")
    elif isinstance(kind, ObjectOf):
        for name, key in kind.keys.items():
            inner = f"{path}.{name}".lstrip(".")
            yield inner
            yield from keys(key.kind, inner)
    elif isinstance(kind, ListOf):
        yield from keys(kind.item, f"{path}[]")
    elif isinstance(kind, MapOf):
        yield from keys(kind.item, path + "{}")


def test_every_key_of_the_schema_is_in_the_table_or_in_the_first_version():
    paths = [path for feature in FEATURES for path in feature.paths if "=" not in path]
    words = {word for feature in FEATURES for word in feature.includes.split(", ")}
    seen = set()
    for key in keys(DOCUMENT):
        if any(key == path or key.startswith((f"{path}.", f"{path}[", f"{path}{{")) for path in paths):
            continue
        if "<" in key or re.search(r"primitives\[\]\.(ops|domain|extraction|iso)", key):
            macro = re.search(r"<(\w+)>", key)
            owner = BY_NAME[macro[1] if macro else "implicit_surface"]
            name = re.split(r"[.\]>{}]+", key)[-1]
            common = {"macro", "id", "material", "surface", "tags", "offset_mode", "transform", "grid"}
            common |= {"translation", "rotation_euler", "rotation_degrees", "nx", "ny", "nz", "min", "max"}
            assert name in owner.includes.split(", ") or name in common, key
            continue
        seen.add(key)
    assert seen == set(FIRST.split())
    assert words >= {*FIELDS, *GENERATORS, *ROLES}


def test_every_word_of_the_schema_is_in_the_table_or_in_the_first_version():
    def words(kind):
        if isinstance(kind, Word):
            yield from kind.words
        for inner in (
            [key.kind for key in kind.keys.values()]
            if isinstance(kind, ObjectOf)
            else [kind.item]
            if isinstance(kind, ListOf | MapOf)
            else [ANY_PRIMITIVE, *MACROS.values()]
            if isinstance(kind, PrimitiveKind)
            else []
        ):
            yield from words(inner)

    first = {"box", "sphere", "cylinder", "capsule", "meters", "Y", "-Z", "right", "v0_1_default"}
    axes, operators = {"x", "y", "z"}, {"add", "subtract"}
    listed = {word for feature in FEATURES for word in (feature.name, *feature.includes.split(", "))}
    assert set(words(DOCUMENT)) - first - axes - operators <= listed


@pytest.mark.parametrize("version", ["0.14", "0.99", "0.100"])
def test_a_newer_minor_version_is_a_warning_and_compiles_as_the_newest(version):
    """Chapter 15.2: SHOULD emit a warning for minor versions > 13 within major version 0."""
    compiled = compile_text(f'version: "{version}"\n{mesh(SURFACE)}\n')
    assert [(one.rule, one.severity, one.line) for one in compiled.report.findings] == [
        ("RIGY-P23", "warning", 1)
    ]
    newest = compile_text(f'version: "0.13"\n{mesh(SURFACE)}\n')
    assert [s.positions.tolist() for s in compiled.rig.meshes[0].surfaces] == [
        s.positions.tolist() for s in newest.rig.meshes[0].surfaces
    ]


@pytest.mark.parametrize("version", ["1.0", "1.13", "2.0", "0.0", "0.014", "0.1.3", "-0.3", "x", "0.x"])
def test_another_major_version_and_what_is_not_a_version_are_errors(version):
    """Chapter 15.2: MUST reject major version >= 1; chapter 15.1: MAJOR.MINOR."""
    report = check_text(f'version: "{version}"\n' + box(', surface: a, material: "=1"') + "\n")
    assert [one.rule for one in report.findings if one.severity == "error"][:1] == ["RIGY-P21"]
    assert not [one for one in report.findings if one.rule in ("RIGY-V77", "RIGY-P22")]


def test_a_feature_used_many_times_is_one_finding_at_the_first_use():
    text = 'version: "0.11"\nmeshes:\n  - id: m\n    primitives:\n' + "".join(
        f'      - {{id: b{n}, type: box, dimensions: {{x: "=1 + {n}", y: 1, z: 1}}}}\n' for n in range(30)
    )
    (finding,) = check_text(text).findings
    assert (finding.rule, finding.line, finding.column) == ("RIGY-V77", 5, 45)
    assert finding.message.endswith("(used 30 times)")


def test_each_imported_document_has_its_own_version(project):
    old = 'version: "0.3"\nmaterials: {red: {base_color: [1, 0, 0, 1]}}\nanchors: ' + TRIANGLE
    new = f"""version: "0.12"
imports: {{old: {{source: old.rigy.yaml}}}}
anchors: {TRIANGLE}
instances: [{{id: i, import: old, attach3: {{from: [p, q, r], to: [p, q, r], mode: rigid}}}}]
"""
    from pantin.formats.rigy.compile import check_file

    (finding,) = check_file(project(new=new, old=old + "\n" + mesh())).findings
    assert (finding.rule, finding.severity, finding.line) == ("RIGY-P22", "warning", 2)
    assert finding.file.endswith("old.rigy.yaml")


def test_the_table_answers_for_versions_and_their_spellings():
    assert has("0.12", "expression")
    assert has("0.14", "expression")
    assert not has("0.9", "expression")
    assert has((0, 10), "strict keys")
    assert has("", "expression")
    assert all(change.since >= (0, 2) for change in CHANGES.values())


def test_a_param_that_looks_like_an_expression_is_not_lost_silently():
    """Chapter 10.2: param values are literal. There is no number to use, and no version to blame."""
    report = check_text('version: "0.11"\nparams: {size: "=1 + 1"}\n' + box("", "dimensions: {x: $size}"))
    assert [one.rule for one in report.findings if one.severity == "error"] == ["RIGY-V61"]
