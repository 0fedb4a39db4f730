"""`pantin schema` prints a schema alone, and says how editors use it."""

from __future__ import annotations

import json

import pytest


@pytest.mark.parametrize("kind", ["rigy", "rigs", "ricy"])
def test_a_schema_is_json_alone(pantin, kind):
    ended = pantin("schema", kind)
    assert ended.code == 0
    assert json.loads(ended.out)["type"] == "object"
    assert f"# yaml-language-server: $schema={kind}.schema.json" in ended.err


def test_documents_are_meant_where_nothing_is_said(pantin):
    assert pantin("schema").out == pantin("schema", "rigy").out


def test_there_is_no_other_kind(pantin):
    ended = pantin("schema", "yaml")
    assert (ended.code, ended.out) == (2, "")
    assert "KIND: 'yaml' is not one of rigy, rigs, ricy." in ended.err
