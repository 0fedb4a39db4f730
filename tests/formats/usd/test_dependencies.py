"""References stay inside the folder, nothing is fetched, and limits are kept."""

from __future__ import annotations

import pytest

import pantin

INSIDE = '#usda 1.0\n(\n    defaultPrim = "hip"\n    metersPerUnit = 1\n)\ndef Xform "hip"\n{\n}\n'


def stage(reference):
    head = "#usda 1.0\n(\n    metersPerUnit = 1\n)\n"
    return f'{head}def "a" (\n    {reference}\n)\n{{\n    def Xform "own"\n    {{\n    }}\n}}\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "secret.usda").write_text(INSIDE.replace("hip", "secret"))
    inside = tmp_path / "model"
    (inside / "parts").mkdir(parents=True)
    (inside / "parts" / "leg.usda").write_text(INSIDE)
    return inside


@pytest.mark.parametrize(
    "reference",
    [
        "references = @../secret.usda@",
        "payload = @../secret.usda@",
        "references = @parts/../../secret.usda@",
        "references = @linked.usda@",
        "references = @ABSOLUTE@",
    ],
)
def test_a_reference_out_of_the_folder_is_read_only_if_allowed(folder, reference):
    (folder / "linked.usda").symlink_to(folder.parent / "secret.usda")
    reference = reference.replace("ABSOLUTE", str(folder.parent / "secret.usda"))
    path = folder / "model.usda"
    path.write_text(stage(reference))
    assert "own" in pantin.load(path).rig.nodes.names
    (finding,) = pantin.check(path).findings
    assert finding.rule == "USD-REFERENCE_REFUSED"
    assert "--allow-outside" in finding.message
    allowed = pantin.load(path, allow_outside=True)
    assert allowed.report.findings == ()
    assert allowed.document.reading.outside


def test_a_sublayer_of_a_part_is_checked_too(folder):
    (folder / "parts" / "leg.usda").write_text(
        INSIDE.replace("(", "(\n    subLayers = [@../../secret.usda@]", 1)
    )
    path = folder / "model.usda"
    path.write_text(stage("references = @parts/leg.usda@"))
    (finding,) = pantin.check(path).findings
    assert finding.rule == "USD-REFERENCE_REFUSED"
    assert "secret" not in pantin.load(path).rig.nodes.names


@pytest.mark.parametrize(
    "address", ["https://example.org/a.usda", "http://localhost/a.usda", "omniverse://a/b.usd"]
)
def test_nothing_is_fetched(folder, address):
    path = folder / "model.usda"
    path.write_text(stage(f"references = @{address}@"))
    for allow_outside in (False, True):
        (finding,) = pantin.check(path, allow_outside=allow_outside).findings
        assert finding.rule == "USD-REFERENCE_REFUSED"
        assert "nothing is fetched" in finding.message


def test_a_texture_out_of_the_folder_is_not_read(folder):
    (folder.parent / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"secret")
    text = (
        "#usda 1.0\n(\n    metersPerUnit = 1\n)\n"
        'def Mesh "m" (\n    prepend apiSchemas = ["MaterialBindingAPI"]\n)\n{\n'
        "    int[] faceVertexCounts = [3]\n    int[] faceVertexIndices = [0, 1, 2]\n"
        "    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n    rel material:binding = </m/red>\n"
        '    def Material "red"\n    {\n        token outputs:surface.connect = </m/red/s.outputs:surface>\n'
        '        def Shader "s"\n        {\n            uniform token info:id = "UsdPreviewSurface"\n'
        "            color3f inputs:diffuseColor.connect = </m/red/t.outputs:rgb>\n"
        "            token outputs:surface\n        }\n"
        '        def Shader "t"\n        {\n            uniform token info:id = "UsdUVTexture"\n'
        "            asset inputs:file = @../secret.png@\n            float3 outputs:rgb\n"
        "        }\n    }\n}\n"
    )
    path = folder / "model.usda"
    path.write_text(text)
    asset = pantin.load(path)
    assert [finding.rule for finding in asset.report.findings] == ["USD-REFERENCE_REFUSED"]
    assert asset.rig.images == ()
    (image,) = pantin.load(path, allow_outside=True).rig.images
    assert bytes(image.data).endswith(b"secret")


def test_references_of_bytes_in_memory_resolve_nothing(folder):
    report = pantin.check(stage("references = @parts/leg.usda@").encode(), name="a.usda")
    assert [finding.rule for finding in report.findings] == ["USD-REFERENCE_MISSING"]


def test_limits():
    prims = INSIDE + "".join(f'def Xform "p{number}"\n{{\n}}\n' for number in range(20))
    (finding,) = pantin.check(prims.encode(), name="a.usda", limits=pantin.Limits(prims=10)).findings
    assert finding.rule == "FILE-LIMIT"
    with pytest.raises(pantin.LimitExceeded) as error:
        pantin.load(prims.encode(), name="a.usda", limits=pantin.Limits(prims=10))
    assert error.value.limit == "prims"
    samples = ", ".join(f"{number}: ({number}, 0, 0)" for number in range(50))
    moving = (
        '#usda 1.0\ndef Xform "a"\n{\n    double3 xformOp:translate.timeSamples = {' + samples + "}\n"
        '    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n'
    )
    with pytest.raises(pantin.LimitExceeded) as error:
        pantin.load(moving.encode(), name="a.usda", limits=pantin.Limits(samples=40))
    assert error.value.limit == "samples"


def test_a_rate_of_zero_is_refused(folder):
    """usd-core looks for samples for ever where another layer has a rate of 0."""
    path = folder / "model.usda"
    path.write_text(
        stage("references = @parts/leg.usda@").replace("metersPerUnit = 1", "timeCodesPerSecond = 0")
    )
    (finding,) = pantin.check(path).findings
    assert finding.rule == "USD-UNREADABLE"
