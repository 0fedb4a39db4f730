"""Rules about imports: what the cases do not cover."""

from __future__ import annotations

import pytest

from pantin.rigy import check_file, check_text


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
    assert [one.rule for one in check_file(tmp_path / "d.rigy.yaml").errors] == ["RIGY-P10"]


PLACES = {"p": "0, 0, 0", "q": "1, 0, 0", "r": "0, 1, 0"}
