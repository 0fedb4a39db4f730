"""Expressions: values, precedence, rounding, and every way to be wrong."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.formats.rigy.compile import check_text, compile_text
from pantin.formats.rigy.expand.expression import ExpressionError, evaluate


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("-2 * -3", 6.0),
        ("--2", 2.0),
        ("8 / 2 / 2", 2.0),
        ("1 - 2 - 3", -4.0),
        ("1e3 + $r", 1002.0),
        ("min(1, 2) + max(3, 4)", 5.0),
        ("clamp(5, 0, 3)", 3.0),
        ("abs(0 - 2)", 2.0),
        ("sqrt(9)", 3.0),
        ("sin(deg2rad(30))", 0.5),
        ("rad2deg(atan2(1, 1))", 45.0),
        ("tan(0)", 0.0),
        ("1 / 3", 0.333333333),
        ("0 * -1", 0.0),
    ],
)
def test_values(text, value):
    """Rigy chapter 10.8; results are multiples of 1e-9."""
    assert evaluate(text, {"r": 2}) == pytest.approx(value, rel=1e-15, abs=1e-15)


def test_zero_is_never_negative():
    assert str(evaluate("0 * -1", {})) == "0.0"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "syntax"),
        ("1 +", "syntax"),
        ("1 2", "syntax"),
        ("2 ** 3", "syntax"),
        ("(1", "syntax"),
        ("sin 1", "syntax"),
        ("sin(1, 2)", "syntax"),
        ("exec(1)", "syntax"),
        ("1 % 2", "syntax"),
        ("(" * 100 + "1" + ")" * 100, "syntax"),
        ("1" * 5000, "syntax"),
        ("$s", "param"),
        ("$t", "param"),
        ("1 / 0", "finite"),
        ("1e308 * 10", "finite"),
        ("1e305", "finite"),
        ("sqrt(0 - 1)", "domain"),
    ],
)
def test_errors(text, kind):
    with pytest.raises(ExpressionError) as caught:
        evaluate(text, {"r": 2, "t": "text"})
    assert caught.value.kind == kind


@settings(deadline=None)
@given(st.text("0123456789.+-*/(), $rsincoqtmax", max_size=40))
def test_any_text_has_a_value_or_an_error(text):
    with contextlib.suppress(ExpressionError):
        assert evaluate(text, {"r": 2}) is not None


@pytest.mark.parametrize("written", ["'='", "'= '", "'=\t'", "'=='", "'=()'", "'=,'"])
@pytest.mark.parametrize(
    "where",
    [
        "dimensions: {{x: {}, y: 1, z: 1}}",
        "dimensions: {{x: 1, y: 1, z: 1}}, transform: {{translation: [0, {}, 0]}}",
    ],
)
def test_nothing_after_the_sign_is_a_parse_error(written, where):
    """Rigy chapter 10.8: a string beginning with `=` is an expression; V68 where the grammar refuses it."""
    box = where.format(written)
    text = f'version: "0.12"\nmeshes: [{{id: m, primitives: [{{id: p, type: box, {box}}}]}}]\n'
    assert [found.rule for found in check_text(text).errors] == ["RIGY-V68"]


@pytest.mark.parametrize("version", ["0.3", "0.12"])
def test_a_name_may_begin_with_an_equals_sign(version):
    """10.8 is about numeric fields; a name is a string."""
    text = (
        f'version: "{version}"\nmeshes: [{{id: "=m", name: "=", '
        'primitives: [{id: "=1+1", type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n'
    )
    assert compile_text(text).rig.meshes[0].name == "="


def test_the_value_of_a_param_is_not_expanded_again():
    """Rigy chapter 10.2: param values are literal."""
    text = (
        'version: "0.12"\nparams: {label: "=1+1"}\nmeshes: [{id: m, name: $label, '
        "primitives: [{id: p, type: box, dimensions: {x: SIZE, y: 1, z: 1}}]}]\n"
    )
    assert compile_text(text.replace("SIZE", "1")).rig.meshes[0].name == "=1+1"
    assert [found.rule for found in check_text(text.replace("SIZE", "$label")).errors] == ["RIGY-V61"]
