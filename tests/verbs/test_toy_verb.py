"""A new verb is one module and one line: it has a command, help, completion, an entry in the manual, a batch,
its rules, and a Python function."""

from __future__ import annotations

import inspect
import os
import runpy
import shutil
import sys
from pathlib import Path

import pytest

import pantin
from pantin import verbs
from pantin.base.deprecation import keyword_only, renamed
from pantin.cli.run import run
from pantin.verbs.verb import Parameter, default_of, option_of

ROOT = Path(__file__).parents[2]
ORACLES = ROOT / "tests" / "oracles"


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.syspath_prepend(str(ORACLES))
    monkeypatch.setenv("PYTHONPATH", f"{ORACLES}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setitem(verbs.VERBS, "anonymise", verbs.Line("Take the names of nodes away.", "toy_verb"))
    yield
    from pantin.report import CATALOGUE

    CATALOGUE.pop("TOY-NAMELESS", None)
    sys.modules.pop("toy_verb", None)


@pytest.fixture
def models(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    for name in ("arm.glb", "face.gltf"):
        shutil.copy(ROOT / "examples" / name, Path("in", name))
    return Path("in")


def names(file):
    return pantin.load(file).rig.nodes.names


def test_the_command_writes_one_file_and_prints_the_notes(models, capsys):
    assert run(["anonymise", "in/arm.glb", "out.glb", "--start", "5", "--except", "elbow"]) == 0
    assert names("out.glb") == ("node5", "elbow", "node7", "node8")
    assert capsys.readouterr().err == "pantin: renamed 3 nodes\n"


def test_a_batch_gives_each_file_the_same(models, capsys):
    assert run(["anonymise", "in", "out", "--prefix", "joint"]) == 0
    assert names("out/arm.glb") == ("joint0", "joint1", "joint2", "joint3")
    assert capsys.readouterr().err.endswith("2 files: 2 ok\n")
    rows = list(pantin.batch.run("anonymise", ["in/arm.glb"], target="again.glb", options={"start": 1}))
    assert [row.notes for row in rows] == [("renamed 4 nodes",)]
    assert names("again.glb") == ("node1", "node2", "node3", "node4")


def test_a_batch_refuses_an_option_that_the_verb_does_not_have(models):
    """Before the first file: it is a wrong call, and no fault of a thousand files."""
    with pytest.raises(TypeError, match=r"anonymise has no option 'prefixes'\. Did you mean prefix\?"):
        pantin.batch.run("anonymise", ["in"], target="out", options={"prefixes": "joint"})
    with pytest.raises(TypeError, match="convert has no option 'fsp'"):
        pantin.batch.run("convert", ["in"], target="out", to=".bvh", options={"fsp": 30})
    assert not Path("out").exists()


def test_types_defaults_and_choices_come_from_the_signature(models, capsys):
    assert run(["anonymise", "--help"]) == 0
    text = capsys.readouterr().out
    assert "Usage: pantin anonymise [OPTIONS] SOURCE... TARGET" in text
    assert "--prefix CHOICE" in text
    assert "[node, joint] [default: node]" in " ".join(text.split())
    assert "--start N" in text
    assert "[default: 0]" in text
    assert run(["anonymise", "in/arm.glb", "out.glb", "--start", "x"]) == 2
    assert "--start: 'x' is not a whole number" in capsys.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_and_the_first_screen_and_the_manual_have_it(shell, capsys):
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "anonymise" in script
    assert "except" in script
    assert run(["--help"]) == 0
    assert "  anonymise   Take the names of nodes away.\n" in capsys.readouterr().out
    page = runpy.run_path(str(ROOT / "scripts" / "write_man_page.py"))["page"]()
    assert r"\fB\-\-except\fR \fITEXT\fR" in page


def test_its_rules_are_in_the_catalogue():
    (explanation,) = pantin.explain("TOY-NAMELESS")
    assert explanation.what == "a node has no name before it is given one."


def test_the_function_is_the_one_of_the_library(models):
    from toy_verb import anonymise

    assert anonymise(pantin.load("in/arm.glb"), start=2).renamed == 4


def test_a_parameter_that_the_function_lacks_is_a_fault(monkeypatch):
    def verb(asset: object, *, matrix: list[float]) -> None: ...

    with pytest.raises(TypeError, match="verb has no parameter 'speed'"):
        option_of(verb, Parameter("speed", "…"))
    with pytest.raises(TypeError, match="no option has the type of matrix"):
        option_of(verb, Parameter("matrix", "…"))


PLAIN = (None, True, False, 0, 1, "", ())
"""Defaults that say nothing about a verb."""


@pytest.mark.parametrize("name", sorted(verbs.VERBS))
def test_a_default_is_in_the_signature_of_the_function_alone(name):
    """What works on a file or prepares its options gets it from there."""
    verb = verbs.find_verb(name)
    stated = {parameter.name: default_of(verb.function, parameter.name) for parameter in verb.parameters}
    helpers = [inspect.unwrap(function) for function in (verb.each, verb.prepare) if function is not None]
    repeated = {
        (helper.__name__, parameter, default)
        for helper in helpers
        for parameter, default in (getattr(helper, "__kwdefaults__", None) or {}).items()
        if default not in PLAIN and stated.get(parameter) == default
    }
    assert repeated == set()


def test_defaults_are_those_of_the_function_below_all_wrappers():
    """Two wrappers hid them: `--lenient`, the opposite of `strict`, was on."""

    @renamed(former="strict")
    @keyword_only("fps")
    def work(source: str, *, fps: float = 60.0, strict: bool = True) -> None: ...

    assert option_of(work, Parameter("fps", "")).default == 60.0
    assert option_of(work, Parameter("strict", "", option="lenient", inverted=True)).default is False
