"""KHR_character: `khr:thumbnailImage` of a packet is the zero-based index of an image of the file."""

import json

import pytest

import pantin


def model(thumbnail) -> bytes:
    packet = {"@context": {}, "dc:title": "Ann", "khr:thumbnailImage": thumbnail}
    images = [{"uri": f"data:image/png;base64,iVBORw0KGg{end}="} for end in "op"]
    tree = {
        "asset": {"version": "2.0", "extensions": {"KHR_xmp_json_ld": {"packet": 0}}},
        "extensionsUsed": ["KHR_xmp_json_ld"],
        "extensions": {"KHR_xmp_json_ld": {"packets": [packet]}},
        "images": images,
    }
    return json.dumps(tree).encode()


def test_the_thumbnail_stays_when_images_before_it_go():
    slimmed = pantin.slim(pantin.load(model(1), name="ann.gltf")).document.tree
    (packet,) = slimmed["extensions"]["KHR_xmp_json_ld"]["packets"]
    assert packet == {"@context": {}, "dc:title": "Ann", "khr:thumbnailImage": 0}
    assert [image["uri"][-3:] for image in slimmed["images"]] == ["gp="]


@pytest.mark.parametrize(
    ("thumbnail", "rule"),
    [(2, "GLTF-UNRESOLVED_REFERENCE"), (-1, "GLTF-INVALID_INDEX"), ("face.png", "GLTF-TYPE_MISMATCH")],
)
def test_an_index_of_no_image_is_reported_at_the_member(thumbnail, rule):
    report = pantin.check(model(thumbnail), name="ann.gltf")
    pointers = [finding.pointer for finding in report.errors if finding.rule == rule]
    assert pointers == ["/extensions/KHR_xmp_json_ld/packets/0/khr:thumbnailImage"]
