"""What the tests of glTF rules share: a way to check a tree that is written down in the test."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.document import read

Places = Callable[..., list[str | None]]


@pytest.fixture
def places() -> Places:
    """`places(code, asset version 2.0 and these members)`: where the rule with that code speaks."""

    def look(code: str, data: bytes | None = None, /, **members: object) -> list[str | None]:
        tree = {"asset": {"version": "2.0"}, **members}
        document = read(json.dumps(tree).encode() if data is None else data, name="case.gltf")
        return [finding.pointer for finding in check(document) if finding.rule == f"GLTF-{code}"]

    return look
