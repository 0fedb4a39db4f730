"""Influences of skins."""

from __future__ import annotations

import pytest

from pantin.formats.g4mf.rules.influences import RULES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_bad_file_breaks_the_rule_and_the_good_one_does_not(rule, assert_cases):
    assert_cases(rule)


def test_the_example_of_the_text_is_in_order_and_sums_to_one_and_a_half(found, kit):
    """G4MF skeleton, Weights: 0.75, 0.5, 0.25 of groups 1, 0, 2 on vertex 0."""
    kit.skin["vertices"] = kit.accessor([0, 0, 0], "uint8")
    kit.skin["groups"] = kit.accessor([1, 0, 2], "uint8")
    kit.skin["weights"] = kit.accessor([0.75, 0.5, 0.25], "float32")
    kit.nodes[2]["skeleton"]["joints"] = [3, 4, -1]
    broken = found(kit.text())
    assert "G4MF-SKIN-021" in broken
    assert "1.5" in broken["G4MF-SKIN-021"].message
    assert broken["G4MF-SKIN-021"].severity == "info"
    assert not {"G4MF-SKIN-011", "G4MF-SKIN-012", "G4MF-SKIN-017"} & set(broken)


def test_a_negative_weight_is_a_warning_and_a_nan_an_error(found, kit):
    for weights, severity in (
        ([1.0, 1.5, -0.5, 1.0, 1.0], "warning"),
        ([1.0, 0.5, float("nan"), 1, 1], "error"),
    ):
        kit.skin["weights"] = kit.accessor(weights, "float32")
        assert found(kit.text())["G4MF-SKIN-020"].severity == severity
