"""The parts of a record: indices found in objects of any shape, and code that waits to be imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pantin.base.later import Later
from pantin.formats.gltf.extension import Extension, IndexMember

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_an_index_is_found_at_its_path():
    payload = {"rings": [{"node": 4}, {}, {"node": 7}], "node": 1}
    assert list(IndexMember("rings/*/node", "nodes").find_indices(payload)) == [
        (("rings", 0, "node"), 4),
        (("rings", 2, "node"), 7),
    ]
    assert list(IndexMember("node", "nodes").find_indices(payload)) == [(("node",), 1)]


def test_a_list_of_indices_is_one_index_after_another():
    assert list(IndexMember("joints/*", "nodes").find_indices({"joints": [3, "x", 5]})) == [
        (("joints", 0), 3),
        (("joints", 2), 5),
    ]


@pytest.mark.parametrize(
    "payload",
    [None, 3, [], {}, {"rings": {}}, {"rings": [1, None, [2]]}, {"rings": [{"node": True}]}],
    ids=repr,
)
def test_what_is_no_index_is_passed_over(payload):
    assert list(IndexMember("rings/*/node", "nodes").find_indices(payload)) == []


def test_later_is_what_it_names():
    assert Later("math", "hypot")(3, 4) == 5
    assert Later("math", "pi").get() == pytest.approx(3.14159265)


def test_rules_with_data_can_be_left_out():
    extension = Extension(extends={"A_b": None}, rules=("json",), data_rules=("data",))
    assert list(extension.rule_groups()) == [("json",), ("data",)]
    assert list(extension.rule_groups(data=False)) == [("json",)]
    assert list(Extension(extends={"A_b": None}).rule_groups()) == []


def test_a_file_without_extensions_imports_the_code_of_none():
    code = (
        "import sys, pantin; pantin.check(sys.argv[1]); "
        "print(*(name for name in sys.modules if name.startswith('pantin.formats.gltf.ext.')))"
    )
    arguments = [sys.executable, "-c", code, EXAMPLES / "arm.glb"]
    loaded = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    modules = {name.removeprefix("pantin.formats.gltf.ext.") for name in loaded.split()}
    assert "draco" in modules
    assert not {name for name in modules if "." in name}
