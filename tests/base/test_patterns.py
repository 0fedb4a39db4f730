"""Patterns of names, as shells and .gitignore have them."""

from __future__ import annotations

import pytest

from pantin.base.patterns import Filter, compile_pattern, divide


@pytest.mark.parametrize(
    ("pattern", "matched", "others"),
    [
        ("*.glb", ["a.glb", ".glb"], ["a/b.glb", "a.gltf", "a.glb2"]),
        ("**/*.glb", ["a.glb", "a/b.glb", "a/b/c.glb"], ["a.gltf"]),
        ("a/**", ["a/b", "a/b/c"], ["a", "b/a"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb"]),
        ("?.[gv]*", ["a.glb", "b.vrm"], ["ab.glb", "a.obj"]),
        ("[!a].glb", ["b.glb"], ["a.glb"]),
        ("[^].glb", ["^.glb"], ["a.glb"]),
        ("a[.glb", ["a[.glb"], ["a.glb"]),
        ("a+(1).glb", ["a+(1).glb"], ["aa1.glb"]),
    ],
)
def test_a_pattern_matches_whole_paths(pattern, matched, others):
    expression = compile_pattern(pattern)
    assert [path for path in [*matched, *others] if expression.fullmatch(path)] == matched


def test_a_pattern_begins_with_a_folder():
    assert divide("models/**/*.glb") == ("models", "**/*.glb")
    assert divide("*.glb") == (".", "*.glb")
    assert divide("/*.glb") == ("/", "*.glb")
    assert divide("/data/a*/b.glb") == ("/data", "a*/b.glb")


def test_names_without_a_slash_are_those_of_files_and_folders():
    paths = ["a.glb", "drafts/b.glb", "c/drafts/d.glb", "c/e.vrm"]
    assert [path for path in paths if Filter(exclude=["drafts"]).accepts(path)] == ["a.glb", "c/e.vrm"]
    assert [path for path in paths if Filter(exclude=["drafts/"]).accepts(path)] == ["a.glb", "c/e.vrm"]
    assert [path for path in paths if Filter(exclude=["/drafts/x", "c/drafts"]).accepts(path)] == [
        *("a.glb", "drafts/b.glb", "c/e.vrm")
    ]
    assert [path for path in paths if Filter(["*.vrm", "a.*"]).accepts(path)] == ["a.glb", "c/e.vrm"]
