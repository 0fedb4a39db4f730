"""`pantin slim`: what it prints, and what it refuses."""

from __future__ import annotations

from pathlib import Path

ARM = Path(__file__).parents[2] / "examples" / "arm.glb"


def test_a_smaller_file_is_written_with_its_error(pantin, tmp_path):
    code, out, _ = pantin("slim", str(ARM), str(tmp_path / "arm.glb"))
    assert code == 0
    assert "largest error" in out
    assert (tmp_path / "arm.glb").stat().st_size <= ARM.stat().st_size


def test_another_format_is_refused(pantin, tmp_path):
    code, _, err = pantin("slim", str(ARM), str(tmp_path / "arm.obj"))
    assert code == 2
    assert "slim writes the format that it reads" in err
    assert not (tmp_path / "arm.obj").exists()
