"""Targets of blend shapes."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.rules.blend import RULES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_file_breaks_the_rule_and_the_good_one_does_not(rule, assert_cases):
    assert_cases(rule)


@pytest.mark.parametrize(("index", "broken"), [(39, False), (40, False), (119, False), (120, True)])
def test_indices_run_over_the_tetrahedra_of_all_surfaces(found, writer, index, broken):
    """G4MF blend, Normal: 10 and 20 tetrahedra have the indices 0–39 and 40–119."""
    kit = writer.Writer(4)
    vertices = kit.accessor([[0.0] * 4] * 4)
    surfaces = [
        {
            "simplexes": kit.accessor([[0, 1, 2, 3]] * count, "uint8"),
            "normals": kit.accessor([[0, 0, 0, 1.0]] * 4 * count),
        }
        for count in (10, 20)
    ]
    target = {"indices": kit.accessor([index], "uint8"), "offsets": kit.accessor([[0.0, 0, 0, 0.5]])}
    blend = {"shapes": [{"name": "Bend", "normal": target}]}
    kit.tree["meshes"] = [{"vertices": vertices, "surfaces": surfaces, "blend": blend}]
    assert ("G4MF-BLEND-006" in found(kit.text())) == broken


def test_values_of_bindings_are_counted_surface_by_surface(found, rigs):
    """The dialect of January to July 2026: indices run over the values of all bindings."""
    kit = rigs.random_rig(1, 4, "B")
    assert not [
        rule for rule in found(kit.text()) if rule.startswith("G4MF-BLEND-0") and rule != "G4MF-BLEND-013"
    ]


def test_a_normal_that_the_amounts_of_an_instance_cancel_is_reported(found, kit):
    """Amounts of an instance stand in the place of the mesh's own, which are 0 here."""
    kit.mesh["blend"]["amounts"] = [0.0, 0.0]
    kit.shape["surfaces"][0]["normal"] = kit.target([0], [[0, 0, 1]])
    assert "G4MF-BLEND-010" in found(kit.text())
    kit.tree["nodes"][5]["meshInstance"]["blendAmounts"] = [0.5, 0.0]
    assert "G4MF-BLEND-010" not in found(kit.text())
