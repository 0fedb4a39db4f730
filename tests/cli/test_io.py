"""Files opened for a command: every way it can go wrong has a sentence and an exit code."""

from __future__ import annotations

import pytest

import pantin
from pantin.base.errors import LimitExceeded
from pantin.cli.exit import UnreadableError, UsageError
from pantin.cli.io import (
    load_asset,
    load_rig,
    raise_refused,
    raise_unreadable,
    require_target,
    save_asset,
    source_of,
)


def test_a_file_is_read_by_its_name(models):
    assert source_of("arm.glb") == ("arm.glb", "arm.glb")
    assert load_asset("arm.glb").path == "arm.glb"
    assert len(load_rig("arm.glb").rig.skins) == 1


def test_a_file_that_is_not_there_is_told_with_the_nearest_name(models):
    with pytest.raises(
        UnreadableError, match=r"^am\.glb: no such file or directory\. Did you mean arm\.glb\?$"
    ):
        load_asset("am.glb")
    with pytest.raises(UnreadableError, match=r"^nowhere/am\.glb: .*, for there is no folder nowhere$"):
        load_asset("nowhere/am.glb")


def test_a_file_without_a_meaning_is_unreadable(models):
    (models / "text.glb").write_text("hello", encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"^text\.glb: "):
        load_asset("text.glb")


def test_of_two_files_the_one_that_cannot_be_read_is_named(models):
    (models / "empty.glb").write_bytes(b"")
    with pytest.raises(UnreadableError, match=r"^empty\.glb: the file is empty"), raise_unreadable("arm.glb"):
        pantin.merge("arm.glb", ["empty.glb"])


def test_an_error_is_told_with_the_file_once():
    with (
        pytest.raises(UnreadableError, match=r"^a\.glb: it is deep \(limit json_depth\)$"),
        raise_unreadable("a.glb"),
    ):
        raise LimitExceeded("json_depth", "it is deep")
    with pytest.raises(UnreadableError, match=r"^b\.bin: 9 bytes"), raise_unreadable("b.bin"):
        raise LimitExceeded("file_bytes", "b.bin: 9 bytes")


def test_a_bad_question_is_wrong_usage_only_where_questions_are_answered():
    with pytest.raises(UsageError, match="no moment"), raise_refused("a.glb"):
        raise ValueError("no moment")
    with pytest.raises(ValueError, match="no moment"), raise_unreadable("a.glb"):
        raise ValueError("no moment")


def test_an_error_of_ours_is_told_as_it_is(models):
    with pytest.raises(UnreadableError, match=r"^/models/a\.glb is a folder$"), raise_unreadable("b.glb"):
        raise IsADirectoryError("/models/a.glb is a folder")


@pytest.mark.parametrize(
    ("target", "parts", "message"),
    [
        (
            "a.abc",
            [],
            r"a\.abc: Pantin does not write \.abc \(formats that it writes: \.gltf, .*_rig\.txt, \.bvh\)",
        ),
        ("a", [], "a: the file name needs a suffix"),
        (
            "a.obj",
            ["clips"],
            r"a\.obj: \.obj cannot store clips \(formats that can: \.gltf, .*\.vrma, .*\.npz, \.bvh\)",
        ),
        ("a.rigy.yaml", [], r"does not write \.rigy\.yaml"),
    ],
)
def test_a_target_that_cannot_hold_the_result_is_refused_before_any_work(target, parts, message):
    with pytest.raises(UsageError, match=message):
        require_target(target, *parts)


@pytest.mark.parametrize("target", ["a.glb", "A.GLTF", "-"])
def test_a_target_that_can_is_not(target):
    require_target(target, "clips", "nodes")


def test_an_asset_is_written_by_name(models):
    assert save_asset(load_asset("arm.glb"), "copy.glb").ok
    assert (models / "copy.glb").read_bytes() == (models / "arm.glb").read_bytes()


def test_a_reader_who_goes_away_is_no_fault_of_the_file():
    with pytest.raises(BrokenPipeError), raise_unreadable("a.glb"):
        raise BrokenPipeError


SOURCE_WITH_ERRORS = """\
version: "0.13"
bones_: 3
armatures:
  - id: a
    bones:
      - {id: x, parent: z, head: [0, 0, 0], tail: [0, 1, 0]}
"""


@pytest.mark.parametrize(
    "words",
    [
        ("render", "-o", "out.png"),
        ("view", "--out", "out.html"),
        ("pose", "out.glb"),
        ("slice", "out.glb"),
        ("bake", "out.glb", "--seconds", "1"),
        ("convert", "out.glb"),
        ("slim", "out.glb"),
    ],
)
def test_all_errors_of_a_source_are_printed_with_lines(pantin, models, words):
    (models / "bad.rigy.yaml").write_text(SOURCE_WITH_ERRORS)
    wanted = [
        line
        for line in pantin("compile", "bad.rigy.yaml", "-o", "out.glb").err.splitlines()
        if " error: " in line
    ]
    assert len(wanted) >= 2
    ended = pantin(words[0], "bad.rigy.yaml", *words[1:])
    assert ended.code == 3
    *lines, last = ended.err.splitlines()
    assert lines == wanted
    assert last == f"pantin: bad.rigy.yaml: {len(wanted)} errors"
