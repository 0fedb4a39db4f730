"""The options of `pantin compile`; what it does with them is in test_compiling.py."""

from __future__ import annotations

from pathlib import Path

ARM = Path(__file__).parents[2] / "examples" / "rigy" / "arm.rigy.yaml"


def test_the_profile_is_an_option(pantin):
    for profile in ("standard", "reference"):
        assert pantin("compile", ARM, "--profile", profile, "--output", f"{profile}.glb").code == 0
    assert Path("standard.glb").read_bytes() != Path("reference.glb").read_bytes()
    ended = pantin("compile", ARM, "--profile", "strict")
    assert (ended.code, "standard" in ended.err) == (2, True)


def test_with_and_without_the_parser_it_is_the_same(pantin):
    pantin("compile", ARM, "-o", "short.glb")
    pantin("compile", ARM, "--output", "long.glb")
    assert Path("short.glb").read_bytes() == Path("long.glb").read_bytes()
