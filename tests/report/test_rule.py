"""`rule` registers a function; calling the rule finds what breaks it."""

from __future__ import annotations

import sys

import pytest

from pantin.report import CATALOGUE, Finding, rule


@pytest.fixture
def own_catalogue(monkeypatch):
    # by the table of modules: the package's own name `rule` is the decorator
    monkeypatch.setattr(sys.modules["pantin.report.rule"], "CATALOGUE", {})


def make(id="TEST-ODD"):
    @rule(id, "warning", "{number} is odd")
    def odd(numbers):
        """Numbers are even.

        Why: …
        """
        for place, number in enumerate(numbers):
            if number % 2:
                yield odd.at(f"/{place}", number=number, fix="add one")

    return odd


@pytest.mark.usefixtures("own_catalogue")
def test_a_rule_makes_findings_with_its_id_severity_and_message():
    assert list(make()([2, 3])) == [Finding("TEST-ODD", "warning", "3 is odd", "/1", fix="add one")]


@pytest.mark.usefixtures("own_catalogue")
def test_braces_in_a_value_are_printed_as_they_are():
    assert make().at("", number="{x}").message == "{x} is odd"


@pytest.mark.usefixtures("own_catalogue")
def test_the_docstring_is_kept_without_indentation():
    assert make().doc.splitlines() == ["Numbers are even.", "", "Why: …"]


@pytest.mark.usefixtures("own_catalogue")
def test_an_id_is_given_once():
    make("TEST-TWICE")
    with pytest.raises(ValueError, match="TEST-TWICE is defined twice"):
        make("TEST-TWICE")


def test_the_catalogue_is_keyed_by_id():
    assert all(rule.id == id for id, rule in CATALOGUE.items())
