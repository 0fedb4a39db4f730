"""`scripts/golden`: that nothing is left out of a recording, and what a comparison counts as a difference."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from pantin.cli.run import run

sys.path.append(str(Path(__file__).parents[1] / "scripts"))

from golden_compare import compared
from golden_jobs import Job, Tree, ask_tree, gaps, sample
from golden_recipe import Recipe
from golden_rows import findings_in, parsed


def test_every_command_and_option_is_recorded(capsys):
    def help_of(*words: str) -> str:
        run(words)
        return capsys.readouterr().out

    tree = ask_tree(help_of)
    assert {"convert", "retarget", "slim", "render"} <= tree.commands.keys()
    assert ("--embed", "--separate") in tree.commands["convert"]
    assert gaps(tree) == []


def test_a_command_without_a_recipe_is_named():
    tree = Tree({".glb": "glTF"}, (".glb",), {"weld": (), "convert": (("-x", "--exotic"),), "warmup": ()})
    command, option = gaps(tree)
    assert command.startswith("weld has no recipe")
    assert option.startswith("convert --exotic occurs in no recipe")


def test_a_sample_has_every_recipe_and_every_command_with_every_suffix():
    recipes = [Recipe(("check", "IN", f"--{number}")) for number in range(20)]
    jobs = [
        Job((*recipe.words, f"{suffix}{number}"), recipe, recipe.words[2], suffix)
        for recipe in recipes
        for suffix in (".glb", ".bvh")
        for number in range(30)
    ]
    taken = sample(jobs, 100)
    assert {job.recipe for job in taken} == set(recipes)
    assert {(job.command, job.suffix) for job in taken} == {(job.command, job.suffix) for job in jobs}
    assert len(taken) < len(jobs) / 10
    assert sample(jobs, 1) == jobs


def test_a_report_has_no_sentences_and_no_clocks():
    text = '{"findings": [{"rule": "RIG-A", "message": "words", "fix": "more"}], "read_seconds": 0.5}'
    assert parsed(text) == {"findings": [{"rule": "RIG-A"}]}
    assert parsed("2 files: 2 ok") is None


def test_findings_are_where_they_are_and_what():
    printed = (
        "a.glb#/skins/0: RIG-A warning: words\nb.yaml:8:7: RIGY-V44 error: words\n::error file=c.glb::words"
    )
    assert findings_in(printed) == [
        "RIG-A warning a.glb#/skins/0",
        "RIGY-V44 error b.yaml:8:7",
        "error file=c.glb",
    ]


BEFORE = {
    "selection": [1, "", []],
    "formats": {},
    "targets": [],
    "commands": {},
    "inputs": {"a.glb": "1"},
    "rows": {"check a.glb": {"exit": [0], "findings": "f", "messages": ["m"]}},
    "texts": {"f": "RIG-A error /nodes/0", "g": "RIG-B error /nodes/0", "m": "words", "n": "other words"},
}


@pytest.mark.parametrize(
    ("row", "messages", "code", "said"),
    [
        ({}, True, 0, "0 differ"),
        ({"messages": ["n"]}, False, 0, "message: check a.glb"),
        ({"messages": ["n"]}, True, 1, "+other words"),
        ({"findings": "g"}, False, 1, "+RIG-B error /nodes/0"),
        ({"exit": [1]}, False, 1, "[0] -> [1]"),
        ({"files": {"out.glb": "d"}}, False, 1, "out.glb is new"),
    ],
)
def test_messages_alone_are_no_failure_unless_asked_for(row, messages, code, said, tmp_path, capsys):
    changed = BEFORE | {"rows": {"check a.glb": BEFORE["rows"]["check a.glb"] | row}}
    assert compare(changed, tmp_path, messages=messages) == code
    assert said in capsys.readouterr().out


def test_a_line_that_is_gone_is_a_failure_and_another_input_is_none(tmp_path, capsys):
    assert compare(BEFORE | {"rows": {}}, tmp_path) == 1
    assert "only before: check a.glb" in capsys.readouterr().out
    other = {"check a.glb": {"exit": [1], "messages": ["m"]}}
    assert compare(BEFORE | {"rows": other, "inputs": {"a.glb": "2"}}, tmp_path) == 0
    assert "with another input: check a.glb" in capsys.readouterr().out


def test_differences_are_counted_by_kind(tmp_path, capsys):
    rows = dict.fromkeys(("check a.glb", "check 2.glb"), BEFORE["rows"]["check a.glb"])
    changed = {name: row | {"findings": "g", "messages": ["n"]} for name, row in rows.items()}
    before = BEFORE | {"rows": rows}
    assert compare(BEFORE | {"rows": changed}, tmp_path, before=before, causes=3) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:6:2]] == [
        ["2", "+", "finding", "RIG-B", "error"],
        ["2", "+", "message", "other", "words"],
        ["2", "-", "finding", "RIG-A", "error"],
    ]
    assert "1 more" in lines[6]


def compare(
    after: dict[str, object],
    folder: Path,
    *,
    before: dict[str, object] = BEFORE,
    messages: bool = False,
    causes: int = 0,
) -> int:
    files = folder / "before.json", folder / "after.json"
    for file, manifest in zip(files, (before, after), strict=True):
        file.write_text(json.dumps(manifest), encoding="utf-8")
    return compared(Namespace(before=files[0], after=files[1], messages=messages, causes=causes))
