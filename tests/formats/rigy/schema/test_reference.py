"""The reference of keys: complete, and with examples that the compiler reads."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.compile import check_text
from pantin.formats.rigy.schema.features import FEATURES, spell
from pantin.formats.rigy.schema.key_texts import KEY_TEXTS
from pantin.formats.rigy.schema.keys import KINDS
from pantin.formats.rigy.schema.kinds import ObjectOf
from pantin.formats.rigy.schema.reference import entries, find, forms
from pantin.formats.rigy.source import Map, compose

ENTRIES = [entry for kind in KINDS for entry in entries(kind)]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_every_key_has_a_type_a_meaning_and_an_example_of_itself(entry):
    assert entry.type
    assert entry.about.endswith(".")
    root = compose(entry.example).root
    assert isinstance(root, Map)
    assert list(root) == [entry.path.rpartition(".")[2].removesuffix("[]")]


def test_every_text_is_used():
    holders = set()

    def walk(kind):
        for form in forms(kind) if not isinstance(kind, ObjectOf) else [kind]:
            for name, key in form.keys.items():
                if (form.what, name) not in holders:
                    holders.add((form.what, name))
                    walk(key.kind)

    for _, root in KINDS.values():
        walk(root)
    unused = {key for key in KEY_TEXTS if key not in holders and key[0] not in ("list item", "repeat")}
    assert unused == set()


@pytest.mark.parametrize(
    "entry",
    [entry for entry in ENTRIES if entry.kind == "rigy" and "." not in entry.path],
    ids=lambda entry: entry.name,
)
def test_examples_of_top_level_keys_have_no_error_of_their_own(entry):
    """References to parts that the example does not have are left."""
    text = entry.example if entry.path == "version" else f'version: "0.13"\n{entry.example}\n'
    if entry.path == "repeat":
        text = f'version: "0.13"\nanchors: [{{{entry.example}}}]\n'
    references = {"RIGY-V08", "RIGY-V09", "RIGY-V27", "RIGY-P50", "RIGY-P82", "RIGY-V34"}
    assert {finding.rule for finding in check_text(text).errors} <= references


def test_since_is_that_of_the_feature():
    since = {entry.path: entry.since for entry in entries("rigy")}
    for feature in FEATURES:
        for path in feature.paths:
            if "=" not in path and ".ops[]" not in path:
                assert since[path] == spell(feature.since)
    assert since["meshes[].primitives[].domain.grid.nx"] == "0.13"
    assert since["meshes[].primitives[].leg_p"] == "0.12"


def test_a_name_finds_a_whole_path_or_its_end():
    assert [entry.path for entry in find("rigy.armatures.bones")] == ["armatures[].bones"]
    assert len(find("rigy.bones")) > 1
    assert find("rigy.nothing") == find("bones") == find("rigy") == []
    assert "Example: roll: 0" in find("rigy.bones.roll")[0].text()
