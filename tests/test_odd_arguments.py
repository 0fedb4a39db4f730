"""Every public function and method, with odd values for each argument in turn: it works, or a sentence
says what is wrong. Which values an argument gets is drawn by its name, so a failure repeats."""

from __future__ import annotations

import importlib
import inspect
import os
import random
import warnings
from contextlib import chdir
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.oracles.odd_values import INTERNAL, ODD

import pantin
from pantin.base.errors import PantinError

EXAMPLES = Path(__file__).parents[1] / "examples"

EACH = int(os.environ.get("PANTIN_ODD_VALUES", "6"))
"""How many of them each argument gets; all 22 take four times as long."""

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000000301"
    "0100c9fe92ef0000000049454e44ae426082"
)

WAITS = {"pantin.serve", "pantin.warmup", "pantin.write_gallery", "pantin.migrate"}
"""Functions that run until they are stopped or compile, and one that is tried with files of its own."""

ALLOWED = (ValueError, TypeError, PantinError, OSError)

MODULES = ("pantin", *(f"pantin.{name}" for name in pantin._MODULES if name != "torch"))


def functions():
    seen = {}
    for module in MODULES:
        for name in importlib.import_module(module).__all__:
            value = getattr(importlib.import_module(module), name)
            if inspect.isfunction(value):
                seen.setdefault(id(value), (f"{module}.{name}", value))
    return dict(each for each in seen.values() if each[0] not in WAITS)


FUNCTIONS = functions()


@cache
def load(name):
    return pantin.load(EXAMPLES / name)


@cache
def objects():
    """One object of each public class with methods, made anew for each call."""
    arm, rig = load("arm.glb"), load("arm.glb").rig
    report, page = pantin.check(EXAMPLES / "loose.glb"), pantin.view(rig)
    strand = load("springs/strand.glb").rig
    return {
        "Asset": lambda: arm.copy(),
        "Rig": lambda: load("face.gltf").rig,
        "RigBuilder": lambda: pantin.RigBuilder.from_rig(rig),
        "Pose": lambda: rig.rest_pose(),
        "Poses": lambda: pantin.sample(rig, 0, [0, 1]),
        "Influences": lambda: rig.meshes[0].surfaces[0].influences,
        "Clip": lambda: rig.clips[0],
        "Report": lambda: report,
        "SpringSimulation": lambda: pantin.SpringSimulation(strand),
        "SpringBatch": lambda: pantin.SpringBatch(strand, 2),
        "Limits": lambda: pantin.Limits(),
        "PosedMeshes": lambda: pantin.deform(rig, rig.rest_pose()),
        "View": lambda: page,
    }


def good(name):
    """A value that an argument of this name takes, so that the others are reached."""
    rig = load("arm.glb").rig
    vertices = rig.meshes[0].surfaces[0].positions
    arm = EXAMPLES / "arm.glb"
    models = dict.fromkeys(("source", "asset", "model", "subject", "before", "after", "prop"), arm)
    clips = dict.fromkeys(("clip", "motion", "a", "b", "new"), rig.clips[0])
    values = {
        **models, **clips, "rig": rig, "other": rig, "body": rig, "pose": rig.rest_pose(), "weight": 0.5,
        "poses": pantin.sample(rig, 0, [0, 1]), "time": 0.5, "times": [0, 1], "node": "elbow",
        "parent": "elbow", "joint": "wrist", "mesh": "sleeve", "skin": 0, "surface": 0, "image": PNG,
        "positions": vertices, "name": "new", "target": "out.glb", "path": "out.glb", "verb": "inspect",
        "weights": np.ones((len(vertices), 1)), "targets": {"wrist": (0.5, 1, 0)}, "sources": [str(arm)],
        "joints": ["elbow"], "seconds": 0.1, "dt": 0.1, "dimension": 3, "radius": 1.0, "height": 1.0,
        "axis": "x", "nodes": ["elbow"], "names": ["arm.glb"], "on_error": print, "size": (8, 8),
        "passes": 1, "below": 0.1, "influences": 2,
    }  # fmt: skip
    return values.get(name)


def calls(function):
    """A call with every odd value for each argument; the others that it needs have good ones."""
    parameters = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name not in ("self", "cls")
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    needed = [each.name for each in parameters if each.default is each.empty or each.name == "size"]
    for tried in parameters:
        for value in random.Random(f"{function.__qualname__} {tried.name}").sample(ODD, EACH):
            given = {name: good(name) for name in needed} | {tried.name: value}
            positional = [given.pop(each.name) for each in parameters if each.kind is each.POSITIONAL_ONLY]
            yield tried.name, value, positional, given


def fault(function, positional, given):
    """What is wrong with the answer to a call; None where it works or a sentence refuses it."""
    try:
        result = function(*positional, **given)
        if inspect.isgenerator(result):
            next(result, None)
    except ALLOWED as error:
        message = str(error)
        if isinstance(error, OSError) and not isinstance(error, IsADirectoryError):
            return None
        if INTERNAL.search(message) or len(message.split()) < 3:
            return f"{type(error).__name__}: {message[:160]}"
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:160]}"
    return None


def faults(called, make):
    found = []
    for name, value, positional, given in calls(make()):
        wrong = fault(make(), positional, given)
        if wrong is not None:
            found.append(f"{called}({name}={type(value).__name__} {str(value)[:20]!r}): {wrong}")
    return found


@pytest.fixture(autouse=True)
def elsewhere(tmp_path):
    with chdir(tmp_path), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_function_answers_odd_arguments_with_a_sentence(name):
    assert faults(name, lambda: FUNCTIONS[name]) == []


@pytest.mark.parametrize("name", sorted(objects()))
def test_methods_answer_odd_arguments_with_a_sentence(name):
    make, found = objects()[name], []
    for method in sorted(vars_of(type(make()))):
        found += faults(f"{name}.{method}", lambda method=method: getattr(make(), method))
    assert found == []


def vars_of(kind):
    """The public methods of a class that take arguments."""
    names = [name for name in dir(kind) if not name.startswith("_")]
    return [name for name in names if inspect.isfunction(inspect.getattr_static(kind, name))]
