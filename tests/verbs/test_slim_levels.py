"""`slim --lod`: levels of detail as MSFT_lod has them."""

from pathlib import Path

import pytest
from tests.oracles.surface_error import triangles

import pantin
from pantin.cli.run import run
from pantin.formats.gltf.save import to_bytes

MANNEQUIN = "examples/retarget/mannequin.glb"
SHARES = (0.5, 0.3)


@pytest.fixture(scope="module", params=[{}, {"quantize": True, "meshopt": True}], ids=["plain", "packed"])
def pair(request):
    asset = pantin.load(MANNEQUIN)
    return asset, pantin.slim(asset, lod=SHARES, separate_lods=True, **request.param)


def count(document, mesh):
    parts = document.tree["meshes"][mesh]["primitives"]
    return sum(document.tree["accessors"][part["indices"]]["count"] // 3 for part in parts)


def test_nodes_with_meshes_have_levels_that_are_in_no_scene(pair):
    _, slimmed = pair
    tree = slimmed.document.tree
    assert "MSFT_lod" in tree["extensionsUsed"]
    assert "MSFT_lod" not in tree.get("extensionsRequired", ())
    first = [node for node in tree["nodes"] if "MSFT_lod" in node.get("extensions", {})]
    lower = {index for node in first for index in node["extensions"]["MSFT_lod"]["ids"]}
    shown = {index for scene in tree["scenes"] for index in scene["nodes"]}
    shown |= {child for node in tree["nodes"] for child in node.get("children", ())}
    assert first
    assert not lower & shown
    for node in first:
        ids = node["extensions"]["MSFT_lod"]["ids"]
        assert len(ids) == len(SHARES)
        assert len(node["extras"]["MSFT_screencoverage"]) == len(SHARES) + 1
        assert all(tree["nodes"][index]["skin"] == node["skin"] for index in ids)
    assert {index for index, node in enumerate(tree["nodes"]) if "mesh" in node} == lower | {
        index for index, node in enumerate(tree["nodes"]) if "MSFT_lod" in node.get("extensions", {})
    }


def test_shares_count_over_all_meshes_and_files_hold_one_level_each(pair):
    _, slimmed = pair
    document = slimmed.document
    nodes = document.tree["nodes"]
    first = [node for node in nodes if "MSFT_lod" in node.get("extensions", {})]
    assert sum(count(document, node["mesh"]) for node in first) == slimmed.triangles_before
    for number, level in enumerate(slimmed.levels):
        ids = [node["extensions"]["MSFT_lod"]["ids"][number] for node in first]
        assert sum(count(document, nodes[index]["mesh"]) for index in ids) == level.triangles
        alone = pantin.load(to_bytes(level.document), name="level.glb").rig
        surfaces = [s for instance in alone.instances for s in alone.meshes[instance.mesh].surfaces]
        assert sum(len(surface.triangles) for surface in surfaces) == level.triangles
    assert slimmed.levels[0].triangles <= SHARES[0] * slimmed.triangles_before
    assert slimmed.levels[0].posed_error <= slimmed.levels[1].posed_error


def test_slim_again_keeps_the_levels(pair):
    _, slimmed = pair
    again = pantin.slim(pantin.load(to_bytes(slimmed.document), name="levels.glb"))
    old, new = (
        [node for node in each.document.tree["nodes"] if "MSFT_lod" in node.get("extensions", {})]
        for each in (slimmed, again)
    )
    assert len(old) == len(new)
    for node in new:
        assert all("mesh" in again.document.tree["nodes"][k] for k in node["extensions"]["MSFT_lod"]["ids"])


def test_files_of_their_own(tmp_path):
    target = tmp_path / "out.glb"
    assert run(["slim", MANNEQUIN, str(target), "--lod", "0.5", "--separate-lods"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out-lod1.glb", "out.glb"]
    before = len(triangles(Path(MANNEQUIN).read_bytes()))
    assert len(triangles((tmp_path / "out-lod1.glb").read_bytes())) <= before // 2


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.25, 0.5), (1.0,), (0.5, 0.0), (-1.0,)])
def test_shares_that_are_no_levels_get_a_sentence(shares):
    with pytest.raises(ValueError, match="each less than the one before"):
        pantin.slim(pantin.load(MANNEQUIN), lod=shares)
