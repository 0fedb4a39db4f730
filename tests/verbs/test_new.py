"""New sources compile without a finding, and nothing is overwritten."""

from __future__ import annotations

import pytest

import pantin
from pantin.formats.rigy.formatting import format_text
from pantin.verbs.new import TEMPLATES


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_new_source_has_no_findings_and_is_formatted(tmp_path, template):
    path = tmp_path / ("hero.rigs.yaml" if template == "scene" else "hero.rigy.yaml")
    created = pantin.new(path, template)
    assert created.files[0] == path
    assert not pantin.check(path).findings
    assert pantin.compile(path).rig.meshes
    for file in created.files:
        text = file.read_text(encoding="utf-8")
        assert text.startswith("# ")
        assert format_text(text) == text


def test_an_existing_file_is_refused_and_nothing_is_written(tmp_path):
    (tmp_path / "a_crate.rigy.yaml").write_text("mine")
    with pytest.raises(FileExistsError, match="a_crate"):
        pantin.new(tmp_path / "a.rigs.yaml", "scene")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a_crate.rigy.yaml"]


@pytest.mark.parametrize(
    ("name", "template", "says"),
    [("a.glb", "prop", "must end in .rigy.yaml"), ("a.rigy.yaml", "scene", "must end in .rigs.yaml"),
     ("a.rigy.yaml", "dragon", "unknown template")],
)  # fmt: skip
def test_a_name_or_template_that_does_not_fit_is_a_bad_call(tmp_path, name, template, says):
    with pytest.raises(ValueError, match=says):
        pantin.new(tmp_path / name, template)
