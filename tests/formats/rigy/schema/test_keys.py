"""The keys of a document."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from pantin.formats.rigy.schema.keys import DOCUMENT, json_schema
from pantin.formats.rigy.schema.kinds import Faults
from pantin.formats.rigy.source import compose


def read(text):
    faults = Faults()
    return DOCUMENT.read(compose(text).root, (), faults), [(one.kind, one.path) for one in faults.found]


def test_a_document_needs_only_its_version():
    document, faults = read("version: '0.3'")
    assert not faults
    assert document.meshes == document.armatures == document.instances == ()


def test_units_coordinates_and_profile_have_one_value_each():
    """Rigy 0.3, Coordinate System & Units."""
    good = "version: '0.3'\nunits: meters\ncoordinate_system: {up: Y, forward: -Z, handedness: right}\n"
    assert not read(good)[1]
    assert read(good.replace("up: Y", "up: Z"))[1] == [("word", ("coordinate_system", "up"))]
    assert read(good.replace("meters", "feet"))[1] == [("word", ("units",))]


def test_from_and_import_are_words_of_python_and_have_other_names_here():
    attach = "{from: [a, b, c], to: [d, e, f], mode: rigid}"
    document, faults = read(f"version: '0.3'\ninstances: [{{id: i, import: x, attach3: {attach}}}]")
    assert not faults
    assert document.instances[0].source == "x"
    assert document.instances[0].attach3.start == ("a", "b", "c")


def test_checks_of_other_tools_are_passed_over():
    assert not read("version: '0.3'\ngeometry_checks: {anything: [1]}")[1]


ROOT = Path(__file__).parents[4]
EXAMPLES = sorted((ROOT / "examples" / "rigy").rglob("*.yaml"))
MISSHAPEN = [
    "RIGY-V33", "RIGY-V34", "RIGY-P10", "RIGY-P11", "RIGY-P12", "RIGY-P13", "RIGY-P14", "RIGY-P19",
    "RIGY-P21", "RIGY-P60",
]  # fmt: skip


def kind(path):
    return path.name.split(".")[1]


@pytest.mark.parametrize("name", ["rigy", "rigs", "ricy"])
def test_the_schema_is_a_schema(name):
    jsonschema.Draft202012Validator.check_schema(json_schema(name))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_fit(path):
    jsonschema.validate(compose(path.read_bytes()).root, json_schema(kind(path)))


@pytest.mark.parametrize("rule", MISSHAPEN)
def test_misshapen_documents_do_not_fit_and_their_neighbours_do(rule):
    folder = ROOT / "tests" / "cases" / rule
    bad, good = (next(folder.glob(f"{name}.rig?.yaml")) for name in ("bad", "good"))
    jsonschema.validate(compose(good.read_bytes()).root, json_schema(kind(good)))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(compose(bad.read_bytes()).root, json_schema(kind(bad)))


def test_other_kinds_are_a_bad_call():
    with pytest.raises(ValueError, match="rigy, rigs, ricy"):
        json_schema("sigy")
