"""Rules about materials: what the cases do not cover."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.compile import check_file, compile_file

MATERIALS = {"wheel.rubber": 0, "wheel.ruber": 1, "whel.rubber": 0, "paint": 0}


@pytest.mark.parametrize(("name", "found"), MATERIALS.items())
def test_a_material_of_an_import_is_named_with_it(tmp_path, name, found):
    """Rigy chapter 8: `<import>.<material>`; an import that does not exist is not V42's."""
    part = '{version: "0.6", materials: {rubber: {base_color: [0, 0, 0, 1]}}}'
    (tmp_path / "wheel.rigy.yaml").write_text(part, encoding="utf-8")
    box = f"{{id: p, type: box, dimensions: {{x: 1, y: 1, z: 1}}, material: {name}}}"
    whole = f"""version: "0.12"
imports: {{wheel: {{source: wheel.rigy.yaml}}}}
materials: {{paint: {{base_color: [1, 0, 0, 1]}}}}
meshes: [{{id: m, primitives: [{box}]}}]
"""
    path = tmp_path / "car.rigy.yaml"
    path.write_text(whole, encoding="utf-8")
    errors = check_file(path).errors
    assert sum(one.rule == "RIGY-V42" for one in errors) == found
    if not errors:
        assert [one.name for one in compile_file(path).rig.materials] == [name.removeprefix("wheel.")]


def test_a_name_that_means_two_materials_is_refused(tmp_path):
    (tmp_path / "w.rigy.yaml").write_text(
        '{version: "0.6", materials: {a: {base_color: [0, 0, 0, 1]}}}', encoding="utf-8"
    )
    path = tmp_path / "car.rigy.yaml"
    path.write_text(
        """version: "0.12"
imports: {w: {source: w.rigy.yaml}}
materials: {w.a: {base_color: [1, 0, 0, 1]}}
meshes: [{id: m, material: w.a, primitives: []}]
""",
        encoding="utf-8",
    )
    assert [one.rule for one in check_file(path).errors] == ["RIGY-V42"]
