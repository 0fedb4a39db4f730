"""The promised surface: these names and no others, and nothing heavy until they are used."""

from __future__ import annotations

import doctest
import importlib
import shutil
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

import pantin

EXAMPLES = Path(__file__).parents[1] / "examples"

PROMISED = {
    "Asset",
    "BadFile",
    "Baked",
    "BoneMap",
    "Created",
    "Difference",
    "EditedClips",
    "Explanation",
    "Finding",
    "Fixed",
    "Gallery",
    "Inspection",
    "LimitExceeded",
    "Limits",
    "Model",
    "ModelMeta",
    "PantinError",
    "Pose",
    "PosedMesh",
    "PosedMeshes",
    "Poses",
    "Rendered",
    "Report",
    "Retargeted",
    "Rig",
    "RigBuilder",
    "Sheet",
    "Slimmed",
    "Source",
    "SpringBatch",
    "SpringSimulation",
    "Unsupported",
    "View",
    "Weighted",
    "WithSkeletons",
    "__version__",
    "attach",
    "bake_springs",
    "build",
    "check",
    "convert",
    "deform",
    "derive_skeletons",
    "diff",
    "edit_clips",
    "edit_weights",
    "expand",
    "explain",
    "find_humanoid",
    "fix",
    "fmt",
    "inspect",
    "list_formats",
    "load",
    "merge",
    "migrate",
    "new",
    "on_compile",
    "pose",
    "project",
    "read_meta",
    "render",
    "render_difference",
    "render_sheet",
    "retarget",
    "sample",
    "save",
    "schema",
    "serve",
    "set_meta",
    "slim",
    "split",
    "strip_skeletons",
    "thumbnail",
    "view",
    "warmup",
    "write_gallery",
}


HIDES_PYTHON = {"compile", "slice"}
"""Public functions that `from pantin import *` leaves out."""


def test_all_lists_exactly_the_promised_names():
    assert set(pantin.__all__) == PROMISED
    assert len(pantin.__all__) == len(PROMISED)


@pytest.mark.parametrize("name", sorted(PROMISED | HIDES_PYTHON))
def test_every_promised_name_is_there(name):
    assert getattr(pantin, name) is not None
    assert name in dir(pantin)


def test_a_star_import_hides_no_function_of_python():
    code = "from pantin import *; import builtins; print(*[n for n in dir(builtins) if n in globals()])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert {name for name in printed.split() if not name.startswith("__")} == set()


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'frobnicate'"):
        pantin.frobnicate  # noqa: B018


def test_a_model_is_posed_with_promised_names_alone():
    """At 1 s of its clip the elbow of the example arm is turned by 60° about z (examples/make.py)."""
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    pose = pantin.sample(rig, clip="bend", time=1.0)
    assert isinstance(pose, pantin.Pose)
    assert pose.rotations[rig.node_index("elbow")] == pytest.approx([0, 0, 0.5, 0.75**0.5])
    turned = rig.rest_pose().with_local("elbow", rotation=pose.rotations[rig.node_index("elbow")])
    (posed,) = pantin.deform(rig, turned)
    assert isinstance(posed, pantin.PosedMesh)
    assert posed.positions.shape == (52, 3)


@pytest.mark.parametrize(
    "arguments",
    [["-c", "import pantin"], ["-m", "pantin", "--version"], ["-m", "pantin", "--help"], ["-m", "pantin"]],
)
def test_numpy_and_numba_stay_out_until_they_are_needed(arguments):
    imports = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, check=True
    ).stderr
    loaded = {line.rpartition("|")[2].strip() for line in imports.splitlines()}
    assert "pantin" in loaded
    assert not {"numpy", "numba"} & loaded


@pytest.mark.parametrize("name", sorted((PROMISED | HIDES_PYTHON) - {"Model", "Source", "__version__"}))
def test_its_documentation_has_an_example_that_runs(name, tmp_path):
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    (tmp_path / "out").mkdir()
    promised = getattr(pantin, name)
    examples = doctest.DocTestParser().get_doctest(promised.__doc__, {"pantin": pantin}, name, None, 0)
    assert examples.examples
    with chdir(tmp_path):
        assert doctest.DocTestRunner().run(examples).failed == 0


MODULES = ("arrays", "formats", "motion", "results", "rig", "rigy", "shapes", "springs", "torch", "weights")
WITH_EXAMPLES = (*MODULES, "maths.rotor")
"""The public modules beside `pantin` itself (docs/architecture.md)."""


@pytest.mark.parametrize("module", MODULES)
def test_a_public_module_needs_no_import_of_its_own(module):
    code = f"import pantin; print(pantin.{module}.__all__[0]); assert '{module}' in dir(pantin)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == importlib.import_module(f"pantin.{module}").__all__[0]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_every_function_and_class_of_a_public_module_has_an_example_that_runs(module, tmp_path):
    if module == "torch":
        pytest.importorskip("torch", reason="the examples of pantin.torch need PyTorch")
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    (tmp_path / "out").mkdir()
    home = importlib.import_module(f"pantin.{module}")
    for name in home.__all__:
        public = getattr(home, name)
        if not str(getattr(public, "__module__", "")).startswith("pantin."):
            continue  # a constant, or an alias of a type, which has the text of that type
        examples = doctest.DocTestParser().get_doctest(public.__doc__, {"pantin": pantin}, name, None, 0)
        assert examples.examples, name
        with chdir(tmp_path):
            assert doctest.DocTestRunner().run(examples).failed == 0, name


def test_the_public_modules_are_there_after_an_import():
    code = f"import pantin; {', '.join(f'pantin.{module}' for module in MODULES)}"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("module", [*MODULES, "batch", "edit"])
def test_tab_completion_of_a_module_shows_its_public_names(module):
    """Not of `pantin.pytest`: pytest finds the hooks of a plugin by its `dir()`."""
    home = importlib.import_module(f"pantin.{module}")
    assert dir(home) == sorted(home.__all__)
