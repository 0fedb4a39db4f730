"""Files opened for a command: every way it can go wrong has a sentence and an exit code."""

from __future__ import annotations

import pytest

from pantin.cli.exit import UnreadableError, UsageError
from pantin.cli.opening import opened, opened_rig, refused, source_of, unreadable
from pantin.errors import LimitExceeded


def test_a_file_is_read_by_its_name(models):
    assert source_of("arm.glb") == ("arm.glb", "arm.glb")
    assert opened("arm.glb").path == "arm.glb"
    assert len(opened_rig("arm.glb").rig.skins) == 1


def test_a_file_that_is_not_there_is_told_with_the_nearest_name(models):
    with pytest.raises(
        UnreadableError, match=r"^am\.glb: no such file or directory\. Did you mean arm\.glb\?$"
    ):
        opened("am.glb")
    with pytest.raises(UnreadableError, match=r"^nowhere/am\.glb: .*, for there is no folder nowhere$"):
        opened("nowhere/am.glb")


def test_a_file_without_a_meaning_is_unreadable(models):
    (models / "text.glb").write_text("hello", encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"^text\.glb: "):
        opened("text.glb")


def test_an_error_is_told_with_the_file_once():
    with (
        pytest.raises(UnreadableError, match=r"^a\.glb: it is deep \(limit json_depth\)$"),
        unreadable("a.glb"),
    ):
        raise LimitExceeded("json_depth", "it is deep")
    with pytest.raises(UnreadableError, match=r"^b\.bin: 9 bytes"), unreadable("b.bin"):
        raise LimitExceeded("file_bytes", "b.bin: 9 bytes")


def test_a_bad_question_is_wrong_usage_only_where_questions_are_answered():
    with pytest.raises(UsageError, match="no moment"), refused("a.glb"):
        raise ValueError("no moment")
    with pytest.raises(ValueError, match="no moment"), unreadable("a.glb"):
        raise ValueError("no moment")


def test_a_reader_who_goes_away_is_no_fault_of_the_file():
    with pytest.raises(BrokenPipeError), unreadable("a.glb"):
        raise BrokenPipeError
