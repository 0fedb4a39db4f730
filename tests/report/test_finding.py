"""A finding is a value: frozen, compared by what it says."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from pantin.report import Finding


def test_a_finding_cannot_be_changed():
    finding = Finding("GLTF-X", "error", "it is broken", "/nodes/0")
    with pytest.raises(FrozenInstanceError):
        finding.message = "it is fine"


def test_findings_that_say_the_same_are_equal():
    assert Finding("GLTF-X", "error", "broken", "/a") == Finding("GLTF-X", "error", "broken", "/a")
    assert Finding("GLTF-X", "error", "broken", "/a") != Finding("GLTF-X", "error", "broken", "/b")


def test_a_finding_about_a_whole_file_has_no_place():
    finding = Finding("GLTF-X", "error", "broken")
    assert (finding.pointer, finding.line, finding.column) == (None, None, None)
