"""A target that cannot be written is named in the error, for every command that writes; the source is not."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SOURCES = {
    "arm.glb": "arm.glb",
    "strand.glb": "springs/strand.glb",
    "loose.glb": "loose.glb",
    "plain.gltf": "skeletons/plain.gltf",
    "tesseract.off": "g4mf/tesseract.off",
    "arm.rigy.yaml": "rigy/arm.rigy.yaml",
}
COMMANDS = [
    "convert arm.glb TARGET.gltf",
    "convert arm.glb TARGET.glb",
    "convert arm.glb TARGET.g4b",
    "convert arm.glb TARGET.obj",
    "convert arm.glb TARGET.stl",
    "convert arm.glb TARGET.npz",
    "convert tesseract.off TARGET.off",
    "pose arm.glb TARGET.glb --clip bend",
    "pose arm.glb TARGET.obj --clip bend",
    "bake strand.glb TARGET.glb --clip look",
    "fix loose.glb TARGET.glb",
    "compile arm.rigy.yaml -o TARGET.glb",
    "compile arm.rigy.yaml -o good.glb --emit TARGET.rigy.yaml",
    "render arm.glb -o TARGET.png --size 8x8",
    "slice tesseract.off TARGET.glb",
    "skeletons plain.gltf TARGET.gltf",
    "skeletons plain.gltf TARGET.gltf --strip",
]


@pytest.fixture(autouse=True)
def sources(models):
    for name, path in SOURCES.items():
        shutil.copy(EXAMPLES / path, models / name)
    for buffer in (EXAMPLES / "skeletons").glob("*.bin"):
        shutil.copy(buffer, models)


@pytest.fixture
def full_disk(monkeypatch):
    """A disk on which no new file fits, as the system reports it when a file is flushed."""

    def refuse(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", refuse)


def run_with_target(pantin, command, target):
    return pantin(*command.replace("TARGET", target).split())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_reported_for_the_target(pantin, models, full_disk, command):
    before = sorted(models.iterdir())
    ended = run_with_target(pantin, command, "new")
    target = next(word for word in command.replace("TARGET", "new").split() if word.startswith("new."))
    *_, last = ended.err.splitlines()
    names = [target, target.replace(".gltf", ".bin")]
    assert (ended.code, last) in [(3, f"pantin: {name}: no space left on device") for name in names]
    assert sorted(models.iterdir()) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_a_target_in_a_missing_folder_is_reported(pantin, command):
    ended = run_with_target(pantin, command, "nowhere/new")
    *_, last = ended.err.splitlines()
    assert ended.code in (2, 3)
    assert last.startswith("pantin: nowhere")
    assert "folder" in last


@pytest.mark.parametrize("command", COMMANDS)
def test_a_target_that_is_a_folder_is_reported(pantin, models, command):
    target = next(word for word in command.split() if word.startswith("TARGET"))
    folder = models / target.replace("TARGET", "new")
    folder.mkdir()
    ended = run_with_target(pantin, command, "new")
    *_, last = ended.err.splitlines()
    assert ended.code in (2, 3)
    assert folder.name in last
    assert "folder" in last
