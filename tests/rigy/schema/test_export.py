"""The JSON Schema: our examples fit it, and what the compiler refuses as a shape does not."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from pantin.rigy.schema.export import json_schema
from pantin.rigy.source import compose

ROOT = Path(__file__).parents[3]
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
