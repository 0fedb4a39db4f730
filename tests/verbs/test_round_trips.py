"""glTF to G4MF and back through files: what the rig of the source has is in the rig of the result, or a
finding of one of the two conversions names it. The same for compiled Rigy sources."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.deformation import deform
from pantin.rig.contents import contents

EXAMPLES = Path(__file__).parents[2] / "examples"
CLOSE = 1e-6

SAME_WITHOUT = {
    "images.uri": "an image is stored in the file, and has its name",
    "meshes.blend_weights": "weights of zero are those of a mesh without weights",
    "texture_uses.transform": "a transform that changes nothing is the same as none",
    "samplers": "samplers that are equal become one",
    "skins": "skins of the same skeleton become one, with the joints of all",
}
"""Members that a result may have fewer of, and means the same."""


def sources(corpus):
    """The files of the corpus that are valid, or nearly so."""
    folders = [folder for folder in sorted(corpus.iterdir()) if folder.name != "gltf-validator"]
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.suffix in (".glb", ".gltf", ".vrm"))


@pytest.fixture(scope="module")
def trips(corpus, tmp_path_factory):
    """The rig of each file, that of the file after G4MF, and the messages of both conversions."""
    folder = tmp_path_factory.mktemp("trips")
    made = []
    for path in sources(corpus):
        try:
            asset = pantin.load(path)
            there = pantin.convert(path, folder / "there.g4b")
        except pantin.PantinError:
            continue
        back = pantin.convert(folder / "there.g4b", folder / "back.glb")
        result = pantin.load(folder / "back.glb")
        messages = [finding.message for finding in (*there.findings, *back.findings)]
        made.append((path.name, asset, result, " ".join(messages)))
    assert len(made) > 90
    return made


def test_members_come_back_or_are_named(trips):
    for name, asset, result, messages in trips:
        assert unnamed(asset.rig, result.rig, messages) == [], name


def unnamed(before, after, messages):
    """The members that there are fewer of afterwards, and no message names."""
    counts = {content.member: content.count for content in contents(after)}
    missing = []
    for content in contents(before):
        collection, _, field = content.member.partition(".")
        if counts.get(content.member, 0) >= content.count:
            continue
        if content.member in SAME_WITHOUT or collection in SAME_WITHOUT:
            continue
        words = {(field or collection).replace("_", " ").rstrip("s"), collection.rstrip("s")}
        if not any(word in messages for word in words):
            missing.append((content.member, content.count, counts.get(content.member, 0)))
    return missing


def test_results_are_valid(trips):
    for name, asset, result, _ in trips:
        before = {finding.rule for finding in asset.report.errors}
        assert {finding.rule for finding in result.report.errors} <= before, name


def test_names_scenes_and_images_come_back(trips):
    """Nodes may have another order, and those of other scenes are below hidden nodes."""
    for file, asset, result, messages in trips:
        before, after = asset.rig, result.rig
        missing = Counter(name for name in before.nodes.names if name) - Counter(after.nodes.names)
        assert not missing, file
        images = [bytes(image.data) for image in before.images if image.data is not None]
        assert images == [bytes(image.data) for image in after.images], file
        if len(before.scenes) == 1:
            assert [scene.name for scene in after.scenes] == [before.scenes[0].name], file
        shown = [mesh.positions.shape for mesh in deform(after, after.rest_pose(), normals=False)]
        assert bool(shown) == bool(deform(before, before.rest_pose(), normals=False)) or messages, file


def test_what_is_shown_has_the_same_bounds(trips):
    count = 0
    for file, asset, result, messages in trips:
        if "weight" in messages or "changed the rest pose" in messages:
            continue
        boxes = [bounds(rig) for rig in (asset.rig, result.rig)]
        size = max(float(np.abs(boxes[0]).max(initial=0)), 1.0)
        assert np.abs(boxes[0] - boxes[1]).max(initial=0) <= CLOSE * size, file
        count += 1
    assert count > 70


def bounds(rig):
    """The corners of the box around everything that is drawn."""
    drawn = []
    for mesh in deform(rig, rig.rest_pose(), normals=False):
        surface = rig.meshes[rig.instances[rig.instance_at(mesh.node)].mesh].surfaces[mesh.surface]
        used = np.arange(len(mesh.positions)) if surface.indices is None else surface.indices
        drawn.append(mesh.positions[np.asarray(used, np.int64)])
    points = np.concatenate([np.zeros((0, 3)), *drawn])
    return np.stack([points.min(axis=0), points.max(axis=0)]) if len(points) else np.zeros((0, 3))


@pytest.mark.parametrize("target", [".glb", ".g4b"])
def test_compiled_sources_come_back_or_are_named(corpus, target, tmp_path):
    """Every valid source of the Rigy suite."""
    count = 0
    for path in sorted((corpus / "rigy").rglob("*.rig[ys].yaml")):
        try:
            asset = pantin.compile(path)
        except pantin.PantinError:
            continue
        report = pantin.save(asset, tmp_path / f"a{target}")
        after = pantin.load(tmp_path / f"a{target}").rig
        messages = " ".join(finding.message for finding in report.findings)
        assert unnamed(asset.rig, after, messages) == [], path.name
        count += 1
    assert count > 30
