"""Pose files: what they may hold, and what is said of others."""

from __future__ import annotations

import pytest

from pantin.cli.exit import UnreadableError, UsageError
from pantin.cli.pose_file import NodePose, PoseFile, read


def test_everything_is_optional(tmp_path):
    file = tmp_path / "pose.json"
    file.write_text("{}")
    assert read(file) == PoseFile()


def test_all_that_a_file_may_say(tmp_path):
    file = tmp_path / "pose.json"
    file.write_text(
        '{"nodes": {"a": {"translation": [1, 2, 3], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1]},'
        ' "b": {"matrix": [[1, 0, 0, 5], [0, 1, 0, 6], [0, 0, 1, 7]]}}, "blend": {"smile": 0.5}}'
    )
    given = read(file)
    assert given.nodes["a"] == NodePose((1, 2, 3), (0, 0, 0, 1), (1, 1, 1))
    assert given.nodes["b"].matrix == ((1, 0, 0, 5), (0, 1, 0, 6), (0, 0, 1, 7))
    assert given.blend == {"smile": 0.5}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "truncated"),
        ("[]", "Expected `object`"),
        ('{"node": {}}', "unknown field `node`"),
        ('{"nodes": {"a": {"rotation": [0, 0, 1]}}}', "length 4"),
        ('{"nodes": {"a": {"rotate": [0, 0, 0, 1]}}}', "unknown field `rotate`"),
        ('{"blend": {"smile": "much"}}', "Expected `float`"),
    ],
)
def test_what_is_no_pose_is_wrong_usage_with_its_place(tmp_path, text, words):
    file = tmp_path / "pose.json"
    file.write_text(text)
    with pytest.raises(UsageError, match=r"pose\.json: not a pose: ") as raised:
        read(file)
    assert words in str(raised.value)


def test_a_missing_file_is_unreadable(tmp_path):
    with pytest.raises(UnreadableError):
        read(tmp_path / "missing.json")
