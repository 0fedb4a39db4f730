"""Rules about uvs: what the cases do not cover."""

from __future__ import annotations

from pantin.formats.rigy.compile import check_file, check_text


def test_in_0_7_a_role_needs_no_set():
    """Chapter 9.1: from 0.8 on roles are accompanied by sets; in 0.7 a set is a placeholder."""
    box = "{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}}"
    text = f'{{version: "0.7", meshes: [{{id: m, primitives: [{box}], uv_roles: {{decal: {{set: uv0}}}}}}]}}'
    assert not check_text(text).findings


def test_a_material_of_an_import_needs_its_roles_too(tmp_path):
    """Chapter 8.8: the roles are those of the asset the material is put on."""
    box = "{id: b, type: box, dimensions: {x: 1, y: 1, z: 1}"
    color = "base_color: [1, 1, 1, 1], uses_uv_roles: [decal]"
    (tmp_path / "paint.rigy.yaml").write_text(f'{{version: "0.8", materials: {{red: {{{color}}}}}}}\n')
    imports = "imports: {paint: {source: paint.rigy.yaml}}"
    meshes = f"meshes: [{{id: m, primitives: [{box}, material: paint.red}}]}}]"
    (tmp_path / "wall.rigy.yaml").write_text(f'{{version: "0.8", {imports}, {meshes}}}\n')
    assert [one.rule for one in check_file(tmp_path / "wall.rigy.yaml").errors] == ["RIGY-V46"]
