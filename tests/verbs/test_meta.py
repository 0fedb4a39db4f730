"""`read_meta` and `set_meta`: who made a model, and what may be done with it."""

from __future__ import annotations

import json
import struct
from io import BytesIO
from pathlib import Path

import pytest

import pantin
from pantin.formats.model_meta import ModelMeta, loosened_permissions

EXAMPLES = Path(__file__).parents[2] / "examples"
AVATAR, OLDER, ARM = EXAMPLES / "vrm/avatar.vrm", EXAMPLES / "vrm/older.vrm", EXAMPLES / "arm.glb"


def tree_of(file: Path) -> dict:
    """The JSON of a GLB, read without Pantin."""
    data = file.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length])


def image(side: int) -> bytes:
    pillow = pytest.importorskip("PIL.Image")
    buffer = BytesIO()
    pillow.new("RGB", (side, side), (200, 40, 40)).save(buffer, "PNG")
    return buffer.getvalue()


def test_members_of_vrm_1_are_set_and_all_others_stay(tmp_path):
    changed = pantin.set_meta(
        AVATAR,
        title="Figure",
        authors=["Ada", "Grace"],
        license="CC_BY",
        permissions={"commercialUsage": "personalNonProfit", "violent": True},
    )
    pantin.save(changed, tmp_path / "out.vrm")
    before, after = tree_of(AVATAR), tree_of(tmp_path / "out.vrm")
    old, new = (tree["extensions"]["VRMC_vrm"].pop("meta") for tree in (before, after))
    assert after == before
    assert new == old | {
        "name": "Figure",
        "authors": ["Ada", "Grace"],
        "otherLicenseUrl": "https://creativecommons.org/licenses/by/4.0/",
        "commercialUsage": "personalNonProfit",
        "allowExcessivelyViolentUsage": True,
    }
    assert pantin.check(tmp_path / "out.vrm").ok


def test_members_of_vrm_0_have_their_own_words(tmp_path):
    changed = pantin.set_meta(
        OLDER, authors="Ada", license="https://example.org/mine", permissions={"avatar": "onlyAuthor"}
    )
    pantin.save(changed, tmp_path / "out.vrm")
    meta = tree_of(tmp_path / "out.vrm")["extensions"]["VRM"]["meta"]
    assert (meta["author"], meta["allowedUserName"]) == ("Ada", "OnlyAuthor")
    assert (meta["licenseName"], meta["otherLicenseUrl"]) == ("Other", "https://example.org/mine")
    assert pantin.read_meta(changed).license == "https://example.org/mine"


def test_other_gltf_files_have_copyright_and_extras_of_their_asset(tmp_path):
    changed = pantin.set_meta(ARM, title="Arm", authors=["Ada"], copyright="2026 Ada", license="CC0")
    pantin.save(changed, tmp_path / "out.glb")
    asset = tree_of(tmp_path / "out.glb")["asset"]
    assert asset["copyright"] == "2026 Ada"
    assert asset["extras"] == {"title": "Arm", "author": "Ada", "license": "CC0"}
    meta = pantin.read_meta(tmp_path / "out.glb")
    assert (meta.kind, meta.title, meta.authors) == ("glTF", "Arm", ("Ada",))


def test_an_empty_text_removes_what_there_was():
    asset = pantin.set_meta(AVATAR, contact="ada@example.org", license="CC0")
    without = pantin.read_meta(pantin.set_meta(asset, contact="", license=""))
    assert (without.contact, without.license) == (None, "https://vrm.dev/licenses/1.0/")


@pytest.mark.parametrize("source", [AVATAR, OLDER])
def test_a_thumbnail_is_stored_and_replaced(source, tmp_path):
    first = pantin.set_meta(source, thumbnail=image(8))
    assert pantin.thumbnail(first).shape == (8, 8, 4)
    second = pantin.set_meta(first, thumbnail=image(16))
    assert pantin.thumbnail(second).shape == (16, 16, 4)
    images = [len(asset.document.tree["images"]) for asset in (first, second)]
    assert images[0] == images[1]  # nothing else shows the first
    pantin.save(second, tmp_path / "out.vrm")
    assert pantin.check(tmp_path / "out.vrm").ok


@pytest.mark.parametrize(
    ("source", "changes", "sentence"),
    [
        (OLDER, {"permissions": {"credit": "unnecessary"}}, "VRM 0.x has no permission 'credit'"),
        (OLDER, {"permissions": {"commercial": "corporation"}}, "VRM 0.x has no commercial 'corporation'"),
        (OLDER, {"copyright": "2026"}, "VRM 0.x has no copyright"),
        (AVATAR, {"title": ""}, "VRM 1.0 requires a title"),
        (AVATAR, {"authors": []}, "at least one author"),
        (AVATAR, {"permissions": {"comercial": "corporation"}}, "unknown permission 'comercial'"),
        (AVATAR, {"permissions": {"violent": "maybe"}}, "must be yes or no"),
        (AVATAR, {"thumbnail": b"not a picture"}, "must be a PNG or JPEG"),
        (ARM, {"permissions": {"violent": "no"}}, "only a VRM stores permissions"),
        (ARM, {"thumbnail": b""}, "only a VRM stores a thumbnail"),
    ],
)
def test_what_a_file_cannot_store_is_refused(source, changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        pantin.set_meta(source, **changes)


def test_other_formats_are_refused():
    with pytest.raises(pantin.Unsupported, match="only glTF files support this"):
        pantin.read_meta(EXAMPLES / "g4mf/toy.g4b")


def test_only_what_allows_more_counts_as_looser():
    before = ModelMeta("VRM 1.0", permissions={"commercial": "personalProfit", "violent": True})
    looser = ModelMeta("VRM 1.0", permissions={"commercial": "corporation", "violent": False})
    assert loosened_permissions(before, looser) == ["commercial"]
    assert loosened_permissions(looser, before) == ["violent"]
