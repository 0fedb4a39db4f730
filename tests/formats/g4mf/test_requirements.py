"""What is refused, and in which words."""

from __future__ import annotations

import pytest

from pantin.base.errors import BadFile, Unsupported
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.requirements import require


def test_a_sound_file_is_not_refused(kit):
    require(read(kit.binary()))


def test_what_is_no_g4mf_is_bad():
    with pytest.raises(BadFile):
        require(read(b"{}", name="x.g4tf"))


def test_unknown_needs_are_unsupported(kit, writer):
    kit.tree["asset"]["extensionsRequired"] = ["X_wave"]
    with pytest.raises(Unsupported, match="X_wave"):
        require(read(kit.text()))
    del kit.tree["asset"]["extensionsRequired"]
    kit.tree["accessors"][kit.mesh["vertices"]]["componentType"] = "float128"
    with pytest.raises(Unsupported, match="float128"):
        require(read(kit.text()))
    with pytest.raises(Unsupported, match="9 dimensions"):
        require(read(b'{"asset":{"dimension":9}}'))
    brot = int.from_bytes(b"Brot", "little")
    with pytest.raises(Unsupported, match="Brot"):
        require(read(writer.container([(b"JSON", brot, b"{}")])))


def test_an_unknown_encoding_that_is_not_needed_is_no_obstacle(kit, writer):
    import json

    tree = {"asset": {"dimension": 3}, "buffers": [{"byteLength": 1, "chunk": 1, "encoding": "Brot"}]}
    brot = int.from_bytes(b"Brot", "little")
    require(read(writer.container([(b"JSON", 0, json.dumps(tree).encode()), (b"BLOB", brot, b"x")])))
