"""Wrong command lines are answered with the words that were typed."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pose arm.glb", "TARGET is missing: .glb, .gltf"),
        ("bake", "SOURCE is missing: The file to read"),
        ("render arm.glb", "--output is missing: The picture to write: .png, .webp, .gif or .mp4."),
        ("render arm.glb arm.png", "Did you mean --output arm.png?"),
        ("view arm.glb arm.html", "view has no use for arm.html. Did you mean --out arm.html?"),
        ("inspect arm.glb face.gltf", "inspect has no use for face.gltf.\n"),
        ("pose arm.glb bent.glb --time", "the value of --time is missing: The moment of the clip"),
        ("pose arm.glb bent.glb --time now", "--time: 'now' is not a number"),
        ("render arm.glb -o arm.gif --frames few", "--frames: 'few' is not a whole number"),
        ("check arm.glb --format xml", '"text", "json", "github", "sarif"'),
    ],
)
def test_what_is_wrong_and_what_to_do(pantin, line, said):
    ended = pantin(*line.split())
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert f"Try: pantin {line.split()[0]} --help" in ended.err
