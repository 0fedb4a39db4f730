"""`pantin meta`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

VRM = Path(__file__).parents[2] / "examples" / "vrm"


@pytest.fixture
def avatar(models):
    shutil.copy(VRM / "avatar.vrm", models)
    return "avatar.vrm"


def test_who_made_it_and_what_may_be_done_with_it(pantin, avatar):
    ended = pantin("meta", avatar)
    assert ended.code == 0
    lines = [" ".join(line.split()) for line in ended.out.splitlines()]
    assert "authors Pantin examples" in lines
    assert "violent no excessively violent use" in lines
    assert lines[-1] == "Only Pantin examples may allow more than this."


def test_as_json(pantin, avatar):
    meta = json.loads(pantin("meta", avatar, "--format", "json").out)
    assert (meta["kind"], meta["permissions"]["violent"]) == ("VRM 1.0", False)


def test_what_only_the_author_may_loosen_is_named(pantin, avatar):
    ended = pantin(
        "meta", avatar, "out.vrm", "--permission", "violent=yes", "--permission", "credit=required"
    )
    assert ended.code == 0
    assert ended.err == (
        "pantin: avatar.vrm: violent no -> yes allows more: only Pantin examples may decide that\n"
    )
    assert json.loads(pantin("meta", "out.vrm", "--format", "json").out)["permissions"]["violent"] is True


def test_a_thumbnail_is_drawn_where_no_file_is_given(pantin, avatar):
    pytest.importorskip("PIL")
    assert pantin("meta", avatar, "out.vrm", "--thumbnail").code == 0
    assert pantin("render", "out.vrm", "-o", "face.png", "--thumbnail") == (0, "", "")
    assert pantin("meta", avatar, "two.vrm", "--thumbnail", "face.png").code == 0
    assert pantin("meta", avatar, "two.vrm", "--thumbnail", "none.png").code == 3


def test_a_folder_of_avatars(pantin, models):
    shutil.copytree(VRM, models / "avatars", ignore=shutil.ignore_patterns("*.py"))
    ended = pantin("meta", "avatars", "out", "--title", "Figure")
    assert ended.code == 0
    assert "2 files: 2 ok" in ended.err
    assert "title           Figure" in pantin("meta", "out/older.vrm").out


def test_changes_need_a_file_to_write_and_a_file_needs_changes(pantin, avatar):
    assert pantin("meta", avatar, "--title", "X").code == 2
    assert pantin("meta", avatar, "out.vrm").code == 2
