"""The script that is committed is the one that the sources make."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "viewer"
WEB = ROOT / "src" / "pantin" / "viewer" / "web"
LARGEST = 1_000_000


def fingerprint():
    """As build.mjs computes it."""
    names = ["build.mjs", "package.json", "package-lock.json", "page.html", "style.css", "tsconfig.json"]
    sources = (path for path in (SOURCES / "src").rglob("*") if path.is_file())
    names += [path.relative_to(SOURCES).as_posix() for path in sources]
    digest = hashlib.sha256()
    for name in sorted(names):
        text = (SOURCES / name).read_text(encoding="utf-8")
        digest.update(f"{name}\0{text}\0".encode())
    return digest.hexdigest()


def test_the_bundle_is_not_stale():
    """If this fails: scripts/bundle makes it again."""
    if not SOURCES.is_dir():
        pytest.skip("the sources of the page are not here")
    stated = re.search(r"made from sources ([0-9a-f]{64})", (WEB / "viewer.js").read_text(encoding="utf-8"))
    assert stated[1] == fingerprint()


def test_the_bundle_is_what_the_sources_make(tmp_path):
    """Byte for byte, where Node and the exact versions of package-lock.json are at hand."""
    node = shutil.which("node")
    if node is None or not (SOURCES / "node_modules" / "esbuild").is_dir():
        pytest.skip("Node or viewer/node_modules is not there (scripts/bundle makes it)")
    subprocess.run([node, SOURCES / "build.mjs", "--out", tmp_path], check=True)
    for name in ("viewer.js", "viewer.css", "page.html"):
        assert (tmp_path / name).read_bytes() == (WEB / name).read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        ("node_modules/typescript/bin/tsc", "--noEmit", "-p", "."),
        ("node_modules/@biomejs/biome/bin/biome", "lint", "--error-on-warnings", "."),
        ("test.mjs",),
    ],
    ids=["types", "lint", "unit tests"],
)
def test_the_sources_pass_their_own_checks(command):
    """As `scripts/viewer` runs them."""
    node = shutil.which("node")
    if node is None or not (SOURCES / "node_modules" / "@biomejs" / "biome").is_dir():
        pytest.skip("Node or viewer/node_modules is not there (scripts/viewer makes it)")
    ended = subprocess.run([node, *command], capture_output=True, text=True, cwd=SOURCES)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_script_is_small_and_carries_its_licences():
    script = (WEB / "viewer.js").read_bytes()
    assert len(script) < LARGEST
    text = script.decode()
    for name in ("three ", "@pixiv/three-vrm-materials-mtoon", "@pixiv/three-vrm-materials-v0compat"):
        assert name in text
    assert text.count("Permission is hereby granted, free of charge") == 3
    assert "three.js authors" in text


def test_nothing_in_the_page_ends_its_elements():
    script = (WEB / "viewer.js").read_text(encoding="utf-8")
    assert "</script" not in script
    assert "<!--" not in script
    assert "</style" not in (WEB / "viewer.css").read_text(encoding="utf-8")


def test_the_lock_names_versions_and_no_host():
    lock = (SOURCES / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock
    assert "integrity" in lock


def test_the_lock_has_the_binaries_of_every_platform():
    """npm 11 refuses a lock that lacks an optional dependency; npm 10 installs nothing on such a platform."""
    packages = json.loads((SOURCES / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, package in packages.items():
        for optional in package.get("optionalDependencies", ()):
            assert f"node_modules/{optional}" in packages, f"{name} needs {optional}"
