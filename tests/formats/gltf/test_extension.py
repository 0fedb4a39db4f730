"""The parts of a record: code that waits to be imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pantin.base.later import Later
from pantin.formats.gltf.extension import Extension

EXAMPLES = Path(__file__).parents[3] / "examples"


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
