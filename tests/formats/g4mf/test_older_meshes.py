"""Values per corner as bindings, and targets over all surfaces as those of each."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from pantin.formats.g4mf.accessor import AccessorFault, scalars, view
from pantin.formats.g4mf.check import check
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.model import read_model
from pantin.formats.g4mf.newest import newest_form
from pantin.formats.g4mf.older_meshes import OlderSurface
from pantin.formats.g4mf.upgrade import upgrade


def first_mesh(document):
    return read_model(document.tree).meshes[0]


def test_flat_targets_are_divided_by_surface(rigs):
    document = read(rigs.random_rig(0, 4, "A").text())
    target = document.tree["meshes"][0]["blend"]["shapes"][0]["normal"]
    before = set(scalars(document, target["indices"]).tolist())
    newest = upgrade(document)
    starts = {0: 0, 1: 12}
    after = {
        starts[part.surface] + index
        for part in first_mesh(newest).blend.shapes[0].parts
        if part.normal
        for index in scalars(newest, part.normal.indices).tolist()
    }
    assert after == before
    assert "normal" not in newest.tree["meshes"][0]["blend"]["shapes"][0]


def test_a_target_with_fewer_indices_than_offsets_is_refused_with_its_place(rigs):
    document = read(rigs.random_rig(0, 4, "A").text())
    place = "/meshes/0/blend/shapes/0/normal"
    document.set(f"{place}/indices", document.append_array(np.arange(1), "uint8"))
    with pytest.raises(AccessorFault, match=f"{place}: it has 1 index for 3 offsets"):
        upgrade(document)


def errors_with_indices(rigs, indices, type):
    """What is wrong where these are the indices of a target over the corners of all surfaces."""
    writer = rigs.random_rig(0, 4, "A")
    target = writer.tree["meshes"][0]["blend"]["shapes"][0]["normal"]
    target["indices"] = writer.accessor(indices, type)
    return [finding for finding in check(read(writer.text())) if finding.severity == "error"]


@pytest.mark.parametrize(("indices", "broken"), [([0, 12, 19], set()), ([0, -1, 19], {"G4MF-BLEND-006"})])
@pytest.mark.parametrize("type", ["int8", "int32", "int64"])
def test_signed_indices_of_a_flat_target_are_reported(rigs, indices, broken, type):
    """G4MF blend, Indices: the accessor MUST be of an unsigned integer component type."""
    errors = errors_with_indices(rigs, indices, type)
    assert {finding.rule for finding in errors} == {"G4MF-BLEND-004"} | broken
    assert {finding.pointer for finding in errors} == {"/meshes/0/blend/shapes/0/normal/indices"}


def test_an_index_of_64_bits_moves_no_other_value(rigs):
    errors = errors_with_indices(rigs, [0, 12, 2**64 - 256], "uint64")
    assert [finding.rule for finding in errors] == ["G4MF-BLEND-006"]


def test_values_of_cells_come_behind_those_of_corners(kit):
    kit.surface["normals"] = kit.accessor([[0, 0, 1.0]] * 12, "float32")
    geometry = kit.surface.pop("geometry")
    kit.surface["topology"] = {"geometry": geometry, "normals": kit.accessor([[0, 1.0, 0]] * 12, "float32")}
    del kit.shape["surfaces"]
    newest = upgrade(read(kit.text()))
    surface = first_mesh(newest).surfaces[0]
    assert view(newest, surface.normals.values)[:, 1].tolist() == [0.0] * 12 + [1.0] * 12
    numbers = scalars(newest, surface.normals.tiers[0].accessor)
    assert np.array_equal(numbers[:4], [3, 12, 13, 14])
    assert surface.geometry == tuple(geometry)


@pytest.mark.parametrize(
    ("member", "indices"),
    [("normal", [0, 12]), ("normal", [11, 2, 23, 99]), ("topologyNormal", [0, 12]), ("topologyNormal", [12])],
)
def test_an_index_past_all_corners_is_of_no_cell(kit, member, indices):
    """G4MF blend, Indices: each "MUST NOT exceed the number of items", which are corners or those of cells;
    the surface has values of both."""
    kit.surface["normals"] = kit.accessor([[0, 0, 1.0]] * 12, "float32")
    topology = {
        "geometry": kit.surface.pop("geometry"),
        "normals": kit.accessor([[0, 1.0, 0]] * 12, "float32"),
    }
    kit.surface["topology"] = topology
    del kit.shape["surfaces"]
    for key in ("normal", "topologyNormal"):
        own = indices if key == member else [0, 11]
        offsets = kit.accessor([[1.0, 2.0, 3.0]] * len(own), "float32")
        kit.shape[key] = {"indices": kit.accessor(own, "uint8"), "offsets": offsets}
    document = read(kit.text())
    (error,) = [finding for finding in check(document) if finding.severity == "error"]
    assert (error.rule, error.pointer) == (
        "G4MF-BLEND-006",
        f"/meshes/0/blend/shapes/0/{member}/indices",
    )
    wrong = next(index for index in indices if index >= 12)
    place = f"index {indices.index(wrong)}"
    assert error.message.startswith(place)
    assert f'"{member}"' in error.message
    assert error.message.endswith(f"is {wrong}, but there are 12 values")
    for newest in (newest_form(document), upgrade(document)):
        parts = first_mesh(newest).blend.shapes[0].parts  # one each for reading, joined for writing
        numbers = [int(number) for part in parts for number in scalars(newest, part.normal.indices)]
        first = [0, 11] if member != "normal" else [index if index < 12 else index + 12 for index in indices]
        cells = [0, 11] if member != "topologyNormal" else indices
        assert numbers == first + [12 + index for index in cells]


NORMALS, TEXTURES = ("normal", "topologyNormal"), ("textureMap", "topologyTextureMap")


def break_target(kit, rule, key):
    size = 3 if key in NORMALS else 2
    target, zeros = kit.shape[key], [0.0] * size
    if rule == "G4MF-BLEND-003":
        target.pop("offsets")
    elif rule == "G4MF-BLEND-004":
        target["indices"] = kit.accessor([0, 5], "int8")
    elif rule in ("G4MF-BLEND-008", "G4MF-BLEND-009"):
        target["offsets"] = kit.accessor([[0.0] * (5 - size)] * 2, "float32")
    elif rule == "G4MF-BLEND-011":
        target["indices"] = kit.accessor([0], "uint8")
    elif rule == "G4MF-BLEND-012":
        target["indices"] = kit.accessor([5, 5], "uint8")
    else:
        target["offsets"] = kit.accessor([zeros, [math.nan, *zeros[1:]]], "float32")


def both_targets(kit):
    """Targets over all surfaces, of corners and of cells, as in January 2026."""
    topology = {"geometry": kit.surface.pop("geometry")}
    del kit.shape["surfaces"]
    for member, size, keys in (("normals", 3, NORMALS), ("textureMap", 2, TEXTURES)):
        kit.surface[member] = kit.accessor([[1.0] + [0.0] * (size - 1)] * 12, "float32")
        topology[member] = kit.accessor([[1.0] + [0.0] * (size - 1)] * 12, "float32")
        for key in keys:
            offsets = kit.accessor([[0.0] * size] * 2, "float32")
            kit.shape[key] = {"indices": kit.accessor([0, 11], "uint8"), "offsets": offsets}
    kit.surface["topology"] = topology


OF_ANY = [f"G4MF-BLEND-{number}" for number in ("003", "004", "011", "012", "023")]


@pytest.mark.parametrize(
    ("rule", "pair"),
    [
        *((rule, pair) for rule in OF_ANY for pair in (NORMALS, TEXTURES)),
        ("G4MF-BLEND-008", NORMALS),
        ("G4MF-BLEND-009", TEXTURES),
    ],
)
@pytest.mark.parametrize("which", [slice(0, 1), slice(1, 2), slice(0, 2)])
def test_a_finding_is_at_the_target_that_the_file_has(kit, rule, pair, which):
    """Also where a surface has two targets of the same values, of corners and of cells."""
    both_targets(kit)
    assert not worse_than_infos(kit)
    for key in pair[which]:
        break_target(kit, rule, key)
    findings = [finding for finding in worse_than_infos(kit) if finding.rule == rule]
    start = "/meshes/0/blend/shapes/0/"
    keys = [finding.pointer.removeprefix(start).split("/")[0] for finding in findings]
    assert sorted(keys) == sorted(pair[which])
    assert all(f'"{key}' in finding.message for key, finding in zip(keys, findings, strict=True))
    if rule == "G4MF-BLEND-012":
        assert all(finding.message.endswith("has index 5 more than once") for finding in findings)


def worse_than_infos(kit):
    return [finding for finding in check(read(kit.text())) if finding.severity != "info"]


def cube_geometry():
    """The 8 vertices, 12 edges and 6 faces of a cube, and the cube."""
    edges = [(a, b) for a, b in itertools.combinations(range(8), 2) if (a ^ b) in (1, 2, 4)]
    faces = []
    for axis in (1, 2, 4):
        u, v = [number for number in (1, 2, 4) if number != axis]
        for side in (0, axis):
            loop = [side, side | u, side | u | v, side | v]
            faces.append([edges.index(tuple(sorted((loop[i - 1], loop[i])))) for i in range(4)])
    return edges, faces


def test_corners_of_cubes_are_counted_over_all_surfaces(writer):
    """G4MF blend, Topology Normal: 10 and 20 cubes have the indices 0–79 and 80–239."""
    edges, faces = cube_geometry()
    kit = writer.Writer(4)
    vertices = kit.accessor([[0.0] * 4] * 8)
    surfaces = []
    for count in (10, 20):
        flat = [number for face in faces for number in (4, *face)]
        cubes = [number for _ in range(count) for number in (6, 0, 1, 2, 3, 4, 5)]
        geometry = [kit.accessor(flat, "uint8"), kit.accessor(cubes, "uint8")]
        normals = kit.accessor([[0, 0, 0, 1.0]] * 8 * count)
        topology = {"geometry": geometry, "normals": normals}
        surfaces.append(
            {"edges": kit.accessor([list(edge) for edge in edges], "uint8"), "topology": topology}
        )
    target = {"indices": kit.accessor([0, 79, 80, 239], "uint8"), "offsets": kit.accessor([[0.0] * 4] * 4)}
    blend = {"shapes": [{"topologyNormal": target}]}
    kit.tree["meshes"] = [{"vertices": vertices, "surfaces": surfaces, "blend": blend}]
    newest = newest_form(read(kit.text()))
    parts = first_mesh(newest).blend.shapes[0].parts
    assert [scalars(newest, part.normal.indices).tolist() for part in parts] == [[0, 79], [0, 159]]


@pytest.mark.parametrize(("dialect", "form"), [("A", "corner"), ("B", "bound"), ("C", "bound")])
def test_the_dialect_is_told_by_each_surface(rigs, dialect, form):
    surfaces = read(rigs.random_rig(0, 4, dialect).text()).tree["meshes"][0]["surfaces"]
    assert {OlderSurface.from_json(surface).form for surface in surfaces} == {form}
