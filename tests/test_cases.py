"""Every rule has a smallest file that breaks it, and a neighbour that does not.

They are `tests/cases/<rule id>/bad*` and `good*`. A folder with a file `to`, which holds a suffix, is about
what a conversion loses: its files are converted to that suffix, and the report of the conversion counts.
A folder with a file `anew`, which holds a suffix, is about what a new document of that format does not hold:
the rigs of its files are written as one.
A folder with a file `posed`, which holds a suffix too, is about what posing cannot do: at rest.
A folder with a file `draft` is about an extension that is a draft.
A folder with a file `budgets`, in the form of pantin.toml, is about what exceeds these budgets.
Folders of rules about what clips do are checked with clips.
A folder with a file `baked` is about what a second of its springs meets, driven by the file it names if any.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

import pantin
from pantin.formats.registry import by_suffix
from pantin.report.catalogue import family
from pantin.verbs.bake import bake_springs
from pantin.verbs.explain import rules
from pantin.verbs.pose import pose

CASES = Path(__file__).parent / "cases"
RULES = sorted(rules())
MESHES = ".obj"
"""Files beside the rigs of RigNet, not cases of their own."""
FILES = sorted(
    path
    for id in RULES
    for kind in ("bad", "good")
    for path in (CASES / id).glob(f"{kind}*")
    if path.suffix != MESHES
)

# Rules that speak where a decoder is not installed, and the module that must then be out of sight.
DECODERS = {"GLTF-NEEDS_DRACO": "DracoPy", "GLTF-NEEDS_MESHOPT": "meshopt"}

# No format of Pantin itself needs an extra: tests/verbs/test_file_rules.py registers one that does.
# RIG-EXPRESSION_CLAMPED is about a call: tests/verbs/test_characters.py makes it.
# What a migration of VRM 0.x says, tests/verbs/test_convert.py looks at.
# No file crashes every usd-core: tests/formats/usd/test_worker.py ends the process instead.
# How far locked feet slide, results that are far away, sunken or crossed, and properties that a motion
# changes: tests/verbs/test_retarget.py.
# What `slim` keeps for an unknown extension, tests/formats/gltf/slim/test_slim.py looks at.
WITHOUT_FILES = {
    "LOSS-NOT_RENUMBERED",
    *("FILE-MISSING_EXTRA", "RIG-EXPRESSION_CLAMPED", "RIG-FEET_SLIDE", "USD-CRASH"),
    *("RIG-MOTION_FAR", "RIG-MOTION_PROPERTIES", "RIG-MOTION_BELOW_FLOOR", "RIG-LEGS_CROSS"),
    *("LOSS-VRM_INVALID", "LOSS-VRM_LICENCE", "LOSS-VRM_MIGRATION"),
    # Of several files, or of an option: tests/verbs/test_merge.py, tests/formats/gltf/test_policy.py.
    *("LOSS-MERGE", "LOSS-MERGE_CHANNELS", "RIG-MERGE_APART", "RIG-MERGE_AUTHORS"),
    *("RIG-MERGE_PERMISSION", "RIG-MERGE_RETARGETED"),
    *("RIG-MERGE_RENAMED", "RIG-MERGE_SAMPLED", "LOSS-GLTF_SKELETON", "LOSS-KHR_CHARACTER"),
}


def found(case: Path, target: Path) -> set[str]:
    """The ids of the rules that a case breaks."""
    to, posed = case.parent / "to", case.parent / "posed"
    if (case.parent / "baked").exists():
        name = (case.parent / "baked").read_text(encoding="ascii").strip()
        motion = case.parent / name if name else None
        baked = bake_springs(pantin.load(case), seconds=1.0, motion=motion, strict=False)
        return {finding.rule for finding in baked.findings}
    if (case.parent / "anew").exists():
        format = by_suffix((case.parent / "anew").read_text(encoding="ascii").strip())
        _, lost = format.lower(pantin.load(case).rig, format.write_options())
        return {finding.rule for finding in lost}
    if to.exists():
        report = pantin.convert(case, target / ("out" + to.read_text(encoding="ascii").strip()))
    elif posed.exists():
        out = target / ("out" + posed.read_text(encoding="ascii").strip())
        report = pantin.save(pose(pantin.load(case)), out)
    else:
        budgets = case.parent / "budgets"
        table = tomllib.loads(budgets.read_text(encoding="ascii")) if budgets.exists() else None
        drafts, clips = (case.parent / "draft").exists(), case.parent.name.startswith("CLIP-")
        report = pantin.check(case, budgets=table, draft=drafts, clips=clips)
    return {finding.rule for finding in report.findings}


def test_every_rule_has_a_bad_and_a_good_file():
    cases = {(path.parent.name, re.split("[._-]", path.name)[0]) for path in FILES}
    wanted = {(rule, kind) for rule in RULES if rule not in WITHOUT_FILES for kind in ("bad", "good")}
    assert wanted - cases == set()


@pytest.mark.parametrize("name", sorted({family(rule) for rule in RULES}))
def test_bad_files_break_their_rules_and_good_ones_do_not(name, tmp_path, monkeypatch):
    wrong = []
    for number, case in enumerate(path for path in FILES if family(path.parent.name) == name):
        rule, target = case.parent.name, tmp_path / str(number)
        target.mkdir()
        with monkeypatch.context() as patch:
            if rule in DECODERS:
                patch.setitem(sys.modules, DECODERS[rule], None)
            if (rule in found(case, target)) != case.stem.startswith("bad"):
                wrong.append(f"{rule}/{case.name}")
    assert wrong == []


def test_every_case_is_about_a_rule():
    families = {family(rule) for rule in RULES}
    named = {path.name for path in CASES.iterdir() if family(path.name) in families}
    assert named <= set(RULES)
