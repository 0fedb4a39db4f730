"""Repacking: other containers, the same data in every view and image."""

from __future__ import annotations

import json
import shutil

import pytest

from pantin.formats.document.document import externals
from pantin.formats.gltf.check import check
from pantin.formats.gltf.container import Container, compose
from pantin.formats.gltf.document import read
from pantin.formats.gltf.save import write
from pantin.formats.uri import make_data

PNG = b"\x89PNG\r\n\x1a\nrest"
OCTETS = "data:application/octet-stream;base64,"


def save(folder, tree, name="x.gltf"):
    (folder / name).write_text(json.dumps(tree, indent=1))
    return read(folder / name)


def view_bytes(document):
    """The bytes of every buffer view, and of what meshopt extensions point at, None where there are none."""
    found = []
    for view in document.tree.get("bufferViews", []):
        places = [
            view,
            *(e for n, e in view.get("extensions", {}).items() if n.endswith("meshopt_compression")),
        ]
        for place in places:
            data = document.buffer(place["buffer"]).data
            start = place.get("byteOffset", 0)
            found.append(None if data is None else bytes(data[start : start + place["byteLength"]]))
    return found


def image_bytes(document):
    found = []
    for image in document.tree.get("images", []):
        if "uri" in image:
            data = document.load(image["uri"]).data
        else:
            view = document.tree["bufferViews"][image["bufferView"]]
            start = view.get("byteOffset", 0)
            data = document.buffer(view["buffer"]).data[start : start + view["byteLength"]]
        found.append(None if data is None else bytes(data))
    return found


@pytest.fixture
def source(tmp_path):
    """Buffers in a file and in data URIs, and images of each kind."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "a.bin").write_bytes(b"0123456")
    (folder / "p.png").write_bytes(PNG)
    compressed = {"buffer": 2, "byteOffset": 1, "byteLength": 2, "count": 1, "byteStride": 4}
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [
            {"uri": "a.bin", "byteLength": 5, "name": "first"},
            {"uri": OCTETS + "YWJj", "byteLength": 3},
            {"uri": OCTETS + "WFla", "byteLength": 3},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 5},
            {"buffer": 1, "byteOffset": 1, "byteLength": 2},
            {"buffer": 1, "byteLength": 2, "extensions": {"EXT_meshopt_compression": compressed}},
        ],
        "images": [{"uri": "p.png"}, {"uri": "data:image/jpeg;base64,/9j/", "name": "j"}],
        "extras": {"kept": 1.50},
    }
    return save(folder, tree)


def test_a_text_file_becomes_one_glb(source, tmp_path):
    assert write(source, tmp_path / "x.glb") == []
    glb = read(tmp_path / "x.glb")
    assert glb.kind == "glb"
    assert len(glb.tree["buffers"]) == 1
    assert "uri" not in glb.tree["buffers"][0]
    assert view_bytes(glb)[:4] == view_bytes(source) == [b"01234", b"bc", b"ab", b"YZ"]
    assert image_bytes(glb) == image_bytes(source)
    assert [image["mimeType"] for image in glb.tree["images"]] == ["image/png", "image/jpeg"]
    assert externals(glb) == []
    assert list(glb.tree) == list(source.tree)


def test_there_and_back_again(source, tmp_path):
    write(source, tmp_path / "x.glb")
    write(read(tmp_path / "x.glb"), tmp_path / "y.gltf")
    write(read(tmp_path / "y.gltf"), tmp_path / "z.glb")
    assert read(tmp_path / "y.gltf").tree["buffers"][0]["uri"] == "y.bin"
    for name in ("x.glb", "y.gltf", "z.glb"):
        document = read(tmp_path / name)
        assert view_bytes(document)[:4] == view_bytes(source)
        assert image_bytes(document) == image_bytes(source)
    assert read(tmp_path / "x.glb").tree == read(tmp_path / "z.glb").tree


def test_the_rest_of_the_text_stays(source, tmp_path):
    write(source, tmp_path / "x.glb")
    assert b'"extras": {\n  "kept": 1.5\n }' in read(tmp_path / "x.glb").text


def test_an_unknown_extension_that_speaks_of_a_buffer_keeps_them_numbered(source, tmp_path):
    source.set("/extensions", {"X_audio": {"buffer": 1}})
    write(source, tmp_path / "x.glb")
    glb = read(tmp_path / "x.glb")
    assert len(glb.tree["buffers"]) == 3
    assert all("uri" in buffer for buffer in glb.tree["buffers"][1:])
    assert view_bytes(glb)[:4] == view_bytes(source)


def test_a_placeholder_is_not_merged_nor_are_those_before_it(source, tmp_path):
    """EXT_meshopt_compression: a fallback buffer has a length and no data."""
    source.append(
        "/buffers", {"byteLength": 9, "extensions": {"EXT_meshopt_compression": {"fallback": True}}}
    )
    source.append("/buffers", {"byteLength": 3, "uri": OCTETS + "bGFz"})
    source.append("/bufferViews", {"buffer": 4, "byteLength": 3})
    write(source, tmp_path / "x.glb")
    glb = read(tmp_path / "x.glb")
    assert len(glb.tree["buffers"]) == 4
    assert view_bytes(glb)[:5] == [*view_bytes(source)[:4], b"las"]


def test_what_is_missing_keeps_its_reference(source, tmp_path):
    (source.path.parent / "a.bin").unlink()
    (source.path.parent / "p.png").unlink()
    findings = write(read(source.path), tmp_path / "x.glb")
    assert [(f.rule, f.pointer) for f in findings] == [
        ("LOSS-MISSING_FILE", "/buffers/0/uri"),
        ("LOSS-MISSING_FILE", "/images/0/uri"),
    ]
    glb = read(tmp_path / "x.glb")
    assert glb.tree["buffers"][0]["uri"] == "a.bin"
    assert view_bytes(glb) == [None, b"bc", b"ab", b"YZ"]


def test_a_file_without_buffers_takes_its_images_in(tmp_path):
    (tmp_path / "p.png").write_bytes(PNG)
    document = save(tmp_path, {"asset": {"version": "2.0"}, "images": [{"uri": "p.png"}]})
    write(document, tmp_path / "x.glb")
    glb = read(tmp_path / "x.glb")
    assert image_bytes(glb) == [PNG]
    assert glb.tree["buffers"] == [{"byteLength": len(PNG)}]


def test_a_file_without_data_becomes_a_glb_of_json_alone(tmp_path):
    write(read(b'{"asset": {"version": "2.0"}}'), tmp_path / "x.glb")
    glb = read(tmp_path / "x.glb")
    assert [chunk.length % 4 for chunk in glb.container.chunks] == [0]
    assert glb.tree == {"asset": {"version": "2.0"}}


def test_embedding_and_separating_a_text_file(source, tmp_path):
    assert write(source, tmp_path / "one.gltf", embed=True) == []
    assert [path.name for path in tmp_path.glob("*.*")] == ["one.gltf"]
    one = read(tmp_path / "one.gltf")
    assert externals(one) == []
    (tmp_path / "apart").mkdir()
    assert write(one, tmp_path / "apart" / "m.gltf", embed=False) == []
    apart = read(tmp_path / "apart" / "m.gltf")
    assert [e.uri for e in externals(apart)] == [
        "m.bin",
        "m-1.bin",
        "m-2.bin",
        "m-image0.png",
        "m-image1.jpg",
    ]
    for document in (one, apart):
        assert view_bytes(document) == view_bytes(source)
        assert image_bytes(document) == image_bytes(source)


def test_a_glb_with_its_data_in_the_text(source, tmp_path):
    write(source, tmp_path / "x.glb")
    write(read(tmp_path / "x.glb"), tmp_path / "y.gltf", embed=True)
    assert not (tmp_path / "y.bin").exists()
    assert view_bytes(read(tmp_path / "y.gltf"))[:4] == view_bytes(source)


def test_a_glb_takes_in_what_it_names_outside(tmp_path):
    (tmp_path / "p.png").write_bytes(PNG)
    text = b'{"buffers":[{"byteLength":2}],"images":[{"uri":"p.png"}]}'
    (tmp_path / "x.glb").write_bytes(b"".join(compose(Container("glb", memoryview(b"")), text, [b"ab"])))
    write(read(tmp_path / "x.glb"), tmp_path / "y.glb", embed=True)
    glb = read(tmp_path / "y.glb")
    assert externals(glb) == []
    assert image_bytes(glb) == [PNG]
    assert glb.buffer(0).data[:4] == b"ab\0\0"


def test_new_data_crosses_too(source, tmp_path):
    view = source.append_bytes(b"new data")
    for name in ("x.glb", "y.gltf"):
        write(source, tmp_path / name)
        assert view_bytes(read(tmp_path / name))[view + 1] == b"new data"


def test_chunks_without_a_place_in_a_text_file_are_reported(tmp_path):
    text = b'{"asset":{"version":"2.0"}}'
    data = b"".join(compose(Container("glb", memoryview(b"")), text, [b"unused  "])) + b"\4\0\0\0XTRAmore"
    document = read(data[:8] + len(data).to_bytes(4, "little") + data[12:])
    findings = write(document, tmp_path / "x.gltf")
    assert [f.rule for f in findings] == ["LOSS-GLB_CHUNK", "LOSS-GLB_CHUNK"]
    assert (tmp_path / "x.gltf").read_bytes() == text


def test_what_is_not_an_object_has_no_other_container(tmp_path):
    with pytest.raises(ValueError, match="no JSON object"):
        write(read(b"[]"), tmp_path / "x.glb")


def test_the_corpus_goes_there_and_back(corpus, tmp_path):
    """Every view and image that can be read has the same bytes in each container."""
    sources = ["gltf-sample-assets", "vrm", "gltf-asset-generator"]
    paths = [
        p for s in sources for p in sorted((corpus / s).rglob("*")) if p.suffix in (".glb", ".gltf", ".vrm")
    ]
    assert paths
    for path in paths:
        document = read(path)
        if document.json_error:
            continue
        views, images = view_bytes(document), image_bytes(document)
        for name in ("a.glb", "b.gltf", "c.glb"):
            write(document, tmp_path / name)
            document = read(tmp_path / name)
            assert view_bytes(document)[: len(views)] == views, path
            assert image_bytes(document) == images, path
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()


def test_a_broken_file_crosses_as_far_as_it_can(source, tmp_path):
    """Whatever a member is replaced with, the file is written and what was not broken still reads."""
    wrong = (None, True, -1, 1e300, "x", [], [3], {}, {"uri": 3, "buffer": 1, "mimeType": 3})
    tree = source.tree
    places = [*tree, *((k, i) for k in ("buffers", "bufferViews", "images") for i in range(2))]
    places += [(k, 1, m) for k in ("buffers", "bufferViews", "images") for m in tree[k][1]]
    folder = source.path.parent
    for number, place in enumerate(places):
        for value in wrong:
            broken = json.loads(source.text)
            *path, last = (place,) if isinstance(place, str) else place
            container = broken
            for token in path:
                container = container[token]
            container[last] = value
            document = save(folder, broken, "broken.gltf")
            for name, embed in (("a.glb", None), ("b.gltf", True), ("c.gltf", False)):
                target = tmp_path / f"{number}{name}"
                write(document, target, embed=embed)
                again = read(target)
                assert again.tree["asset"] == broken["asset"]
                write(again, tmp_path / f"{number}again{'.gltf' if target.suffix == '.glb' else '.glb'}")


@pytest.mark.parametrize("others", [0, 1, 2])
def test_an_undefined_first_buffer_is_no_new_error_in_a_glb(tmp_path, others):
    """Without a URI it would be the BIN chunk there (glTF 2.0 §3.6.1.2): its views still lead to it."""
    data = make_data(b"abcd")
    tree = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 12, "name": "undefined"}] + [{"byteLength": 4, "uri": data}] * others,
        "bufferViews": [{"buffer": index, "byteLength": 4} for index in range(others + 1)],
    }
    source = read(json.dumps(tree).encode())
    write(source, tmp_path / "x.glb")
    found = read(tmp_path / "x.glb")
    assert {finding.rule for finding in check(found) if finding.severity == "error"} == set()
    views = [found.tree["buffers"][view["buffer"]] for view in found.tree["bufferViews"]]
    assert views[0] == {"byteLength": 12, "name": "undefined"}
    for view in found.tree["bufferViews"][1:]:
        start = view.get("byteOffset", 0)
        assert found.buffer(view["buffer"]).data[start : start + 4] == b"abcd"
