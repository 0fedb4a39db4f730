"""Rules about ids: what the cases do not cover."""

from __future__ import annotations

from pantin.formats.rigy.compile import check_text


def test_an_id_given_twice_by_hand_keeps_its_number_beside_macros():
    wall = "{macro: box_decompose, id: w, axis: x, span: [0, 1], height: 1, thickness: 1}"
    box = "{id: NAME, type: box, dimensions: {x: 1, y: 1, z: 1}}"
    boxes = ", ".join(box.replace("NAME", name) for name in ("w_gap_0", "a", "a"))
    report = check_text(f'{{version: "0.11", meshes: [{{id: m, primitives: [{wall}, {boxes}]}}]}}')
    assert sorted(one.rule for one in report.errors) == ["RIGY-F114", "RIGY-V02"]
