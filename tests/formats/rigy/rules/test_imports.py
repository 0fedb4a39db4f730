"""Rules about imports: what the cases do not cover."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.formats.rigy.compile import check_file, check_text, compile_file


def test_a_contract_is_judged_by_itself():
    """A triple that is required is defined, and a triple has three anchors, whatever asset keeps them."""
    text = 'contract_version: "1"\nrequired_frame3_sets: [x, a]\nframe3_sets: {a: [b1, b2]}\n'
    found = [(one.rule, one.line, one.column) for one in check_text(text).errors]
    assert found == [("RIGY-V31", 2, 24), ("RIGY-V31", 3, 18)]


def test_a_scene_that_names_a_contract_checks_the_asset_against_it(tmp_path):
    (tmp_path / "box.rigy.yaml").write_text('version: "0.3"\nanchors: [{id: a, translation: [0, 0, 0]}]\n')
    (tmp_path / "box.ricy.yaml").write_text('contract_version: "1"\nrequired_anchors: [a, b]\n')
    scene = tmp_path / "s.rigs.yaml"
    imports = "imports: {box: {source: box.rigy.yaml, contract: box.ricy.yaml}}"
    scene.write_text(f'rigs_version: "0.1"\n{imports}\nscene: {{base: box}}\n')
    (found,) = check_file(scene).errors
    assert (found.rule, found.line, found.column) == ("RIGY-V31", 2, 23)


@pytest.mark.parametrize(
    ("contract", "where"),
    [
        ("slots: {a: [x, y, z], b: [x, y]}\n", (1, 26)),
        ("mounts: {a: [x, y, z, w]}\n", (1, 13)),
        ("required_frame3_sets: [floor]\nslots: {ceiling: [x, y, z]}\n", (1, 24)),
        ("frame3_sets: {slots.a: [x, y, z]}\nslots: {a: [x, z, y]}\n", (2, 12)),
    ],
)
def test_the_tables_of_slots_and_mounts_are_checked_like_the_older_one(contract, where):
    """Rigs 0.1 §6.1: `slots.<name>` and `mounts.<name>` are three anchors each."""
    (found,) = check_text(contract).errors
    assert (found.rule, (found.line, found.column)) == ("RIGY-V31", where)


@pytest.mark.parametrize("name", ["floor", "slots.floor"])
def test_a_required_triple_may_be_a_slot(name):
    text = f'contract_version: "0.1"\nrequired_frame3_sets: [{name}]\nslots: {{floor: [x, y, z]}}\n'
    assert check_text(text).ok


def test_only_a_contract_of_slots_or_mounts_needs_no_version():
    """Rigs 0.1 §6.1-A shows these two tables alone; Rigy 0.2 begins a contract with its version."""
    assert check_text("mounts: {foot: [x, y, z]}\n").ok
    assert [found.rule for found in check_text("frame3_sets: {foot: [x, y, z]}\n").errors] == ["RIGY-V34"]


@pytest.mark.parametrize("text", ["", "[]"])
def test_an_import_that_is_no_document_is_one_finding(text, tmp_path):
    """Not one more for each of its anchors that is not there."""
    (tmp_path / "w.rigy.yaml").write_text(text)
    anchors = ", ".join(f"{{id: {name}, translation: [{at}]}}" for name, at in PLACES.items())
    attach3 = "attach3: {from: [a, b, c], to: [p, q, r], mode: rigid}"
    lines = ['version: "0.3"', "imports: {w: {source: w.rigy.yaml}}", f"anchors: [{anchors}]"]
    lines += [f"instances: [{{id: i, import: w, {attach3}}}]", ""]
    (tmp_path / "d.rigy.yaml").write_text("\n".join(lines))
    (found,) = check_file(tmp_path / "d.rigy.yaml").errors
    assert found.rule == ("RIGY-P10" if text else "RIGY-P20")


PLACES = {"p": "0, 0, 0", "q": "1, 0, 0", "r": "0, 1, 0"}


DOTTED = """
version: "0.3"
anchors:
  - {id: a.b, translation: [0, 0, 0]}
  - {id: w.c, translation: [1, 0, 0]}
  - {id: d., translation: [0, 1, 0]}
  - {id: c, translation: [0, 0, 7]}
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
"""


def attach_dotted(folder, names):
    (folder / "w.rigy.yaml").write_text(DOTTED)
    anchors = ", ".join(f"{{id: {name}, translation: [{at}]}}" for name, at in PLACES.items())
    attach3 = f"attach3: {{from: [{names}], to: [p, q, r], mode: rigid}}"
    lines = ['version: "0.3"', "imports: {w: {source: w.rigy.yaml}}", f"anchors: [{anchors}]"]
    path = folder / "d.rigy.yaml"
    path.write_text("\n".join([*lines, f"instances: [{{id: i, import: w, {attach3}}}]", ""]))
    return path


@pytest.mark.parametrize("names", ["a.b, w.w.c, d.", "w.a.b, w.w.c, w.d.", "w.a.b, w.w.c, d."])
def test_the_ids_of_anchors_may_have_dots(names, tmp_path):
    """Rigy 0.2: an import introduces a namespace `w.`; what follows it is the id."""
    rig = compile_file(attach_dotted(tmp_path, names)).rig
    assert rig.nodes.local[rig.nodes.names.index("i")].tolist() == np.eye(3, 4).tolist()


def test_a_name_with_the_namespace_is_the_anchor_behind_it_before_one_of_that_whole_name(tmp_path):
    """`w.c` is anchor c of import w; the anchor called w.c is `w.w.c`."""
    rig = compile_file(attach_dotted(tmp_path, "a.b, w.c, d.")).rig
    assert rig.nodes.local[rig.nodes.names.index("i")].tolist() != np.eye(3, 4).tolist()


@pytest.mark.parametrize("name", ["b", "v.a.b", "w.a", "x.b", "a.b.c"])
def test_a_part_of_an_id_is_not_the_id(name, tmp_path):
    (found,) = check_file(attach_dotted(tmp_path, f"{name}, w.w.c, d.")).errors
    assert found.rule == "RIGY-V29"
