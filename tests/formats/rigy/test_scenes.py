"""Rigs scenes: slots, mounts, nesting (Rigs 0.1)."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.compile import compile_file

SCENE = """
rigs_version: "0.1"
imports: {base: parts/part.rigy.yaml}
scene:
  base: base
  children:
    - id: first
      base: base
      place: {slot: {anchors: [b, c, a]}, mount: {anchors: [a, b, c]}, nudge: {up: 0.5}}
      children:
        - {id: second, base: base, place: {slot: {name: hole}, mount: {name: hole}, rotate: 180deg}}
"""
CONTRACT = 'contract_version: "0.1"\nframe3_sets: {slots.hole: [a, b, c], hole: [a, b, c]}\n'


@pytest.fixture
def scene(project, part):
    return project(scene=SCENE, parts__part=part, parts__contract_part=CONTRACT)


def test_children_hang_under_their_parents_with_local_maps(scene):
    """Rigs 0.1 §9: the child's world transform is parent_world · (R, T); each is placed once."""
    rig = compile_file(scene).rig
    names = rig.nodes.names
    first, second = names.index("first"), names.index("second")
    assert rig.nodes.parents[second] == first
    assert rig.nodes.local[second].tolist() == [[-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, 0]]
    skinned = [one.node for one in rig.instances if one.skin is not None]
    assert rig.scenes[0].roots == (0, *skinned)  # a skinned mesh ignores its parents, so it has none
    assert names[0] == "scene"


def test_assets_keep_their_skins_in_a_scene(scene):
    assert [one.skin for one in compile_file(scene).rig.instances] == [0, 1, 2]


def test_the_reference_gives_nested_children_their_world_map(scene):
    rig = compile_file(scene, profile="reference").rig
    names = rig.nodes.names
    assert names[:3] == ("Part", "hub", "scene")
    first, second = rig.nodes.local[names.index("first")], rig.nodes.local[names.index("second")]
    assert rig.scenes[0].roots == (2,)
    assert second[:, 3].tolist() == first[:, 3].tolist()
    assert all(one.skin is None for one in rig.instances[1:])


def test_a_named_slot_is_looked_up_in_the_contract_beside_the_asset(scene):
    scene.with_name("parts").joinpath("part.ricy.yaml").unlink()
    from pantin.formats.rigy.compile import check_file

    assert {one.rule for one in check_file(scene).errors} == {"RIGY-P64"}


ROOM = """
version: "0.2"
meshes: [{id: room, primitives: [{id: floor, type: box, dimensions: {x: 4, y: 0.1, z: 4}}]}]
anchors:
  - {id: floor_a, translation: [0, 0.05, 0]}
  - {id: floor_b, translation: [1, 0.05, 0]}
  - {id: floor_c, translation: [0, 0.05, -1]}
"""
TABLE = """
version: "0.2"
meshes: [{id: table, primitives: [{id: top, type: box, dimensions: {x: 1, y: 0.5, z: 1}}]}]
anchors:
  - {id: fm_a, translation: [0, -0.25, 0]}
  - {id: fm_b, translation: [1, -0.25, 0]}
  - {id: fm_c, translation: [0, -0.25, -1]}
"""
NAMED = """
rigs_version: "0.1"
imports:
  room: parts/room.rigy.yaml
  table: parts/coffee_table.rigy.yaml
scene:
  base: room
  children:
    - {id: table1, base: table, place: {slot: {name: floor_center}, mount: {name: floor_mount}}}
"""
BY_ANCHORS = NAMED.replace("name: floor_center", "anchors: [floor_a, floor_b, floor_c]").replace(
    "name: floor_mount", "anchors: [fm_a, fm_b, fm_c]"
)
SLOTS = "slots: {floor_center: [floor_a, floor_b, floor_c]}\n"
MOUNTS = "mounts: {floor_mount: [fm_a, fm_b, fm_c]}\n"
OLDER_SLOTS = 'contract_version: "0.1"\nframe3_sets: {slots.floor_center: [floor_a, floor_b, floor_c]}\n'
OLDER_MOUNTS = 'contract_version: "0.1"\nframe3_sets: {floor_mount: [fm_a, fm_b, fm_c]}\n'


def furnish(folder, scene, room_contract=None, table_contract=None):
    """The example of Rigs 0.1 §12.2 on disk; the path of its scene."""
    parts = folder / "parts"
    parts.mkdir(parents=True)
    (parts / "room.rigy.yaml").write_text(ROOM)
    (parts / "coffee_table.rigy.yaml").write_text(TABLE)
    for name, contract in (("room", room_contract), ("coffee_table", table_contract)):
        if contract is not None:
            (parts / f"{name}.ricy.yaml").write_text(contract)
    path = folder / "scene.rigs.yaml"
    path.write_text(scene)
    return path


@pytest.mark.parametrize("version", ["", 'contract_version: "0.1"\n'])
@pytest.mark.parametrize("slots", [SLOTS, OLDER_SLOTS])
@pytest.mark.parametrize("mounts", [MOUNTS, OLDER_MOUNTS])
def test_named_slots_and_mounts_are_the_triples_of_the_contract_in_either_spelling(
    slots, mounts, version, tmp_path
):
    """Rigs 0.1 §6.1-A and §12.2: a named reference places as the three anchors would (§12.1)."""
    slots, mounts = (text if "contract_version" in text else version + text for text in (slots, mounts))
    named = compile_file(furnish(tmp_path / "named", NAMED, slots, mounts)).rig
    explicit = compile_file(furnish(tmp_path / "explicit", BY_ANCHORS)).rig
    table = named.nodes.names.index("table1")
    assert named.nodes.local[table].tolist() == explicit.nodes.local[table].tolist()
    assert named.nodes.local[table][:, 3].tolist() == [0, pytest.approx(0.3), 0]


def test_a_name_may_be_a_slot_and_a_mount(tmp_path):
    """The tables are separate: each kind of reference has its own (§6.1-A)."""
    scene = NAMED.replace("floor_center", "foot").replace("floor_mount", "foot")
    slots = "slots: {foot: [floor_a, floor_b, floor_c]}\nmounts: {foot: [floor_a, floor_c, floor_b]}\n"
    mounts = "slots: {foot: [fm_a, fm_c, fm_b]}\nmounts: {foot: [fm_a, fm_b, fm_c]}\n"
    rig = compile_file(furnish(tmp_path, scene, slots, mounts)).rig
    linear = rig.nodes.local[rig.nodes.names.index("table1")][:, :3]
    assert linear.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_a_slot_is_not_found_among_the_mounts(tmp_path):
    """§6.1-A: a name that cannot be resolved is a ValidationError."""
    from pantin.formats.rigy.compile import check_file

    scene = furnish(tmp_path, NAMED, SLOTS.replace("slots", "mounts"), MOUNTS)
    (found,) = check_file(scene).errors
    assert (found.rule, found.line) == ("RIGY-P64", 9)


@pytest.mark.parametrize(
    "contract",
    [
        SLOTS,
        "slots: {ceiling: [no, such, anchors]}\n",
        'contract_version: "0.1"\nrequired_anchors: [no]\n',
        "slots: {wall: [floor_a]}\nprovides: [anything]\n",
        "not: [yaml",
        "",
    ],
)
def test_a_contract_that_no_name_uses_never_breaks_a_scene(contract, tmp_path):
    """§6.1-B: explicit anchors require no contract."""
    assert compile_file(furnish(tmp_path, BY_ANCHORS, contract, contract)).report.findings == ()
