"""VRM files with up to twenty wrong members each, checked as the public JSON schemas do.

`vrm_verdicts.json` has what the schemas say (tests/oracles/vrm_verdicts.py writes it).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import vrm_files
from vrm_files import WHOLE, at, change, changes, members, pointer_to

import pantin

VERDICTS = json.loads(Path(vrm_files.__file__).with_name("vrm_verdicts.json").read_text())
ROOTS = {pointer_to(root): (make, root) for make, roots, _ in WHOLE.values() for root in roots}
MEMBER_RULES = {
    "VRM0-010",
    *(f"VRM-{kind}00{number}" for kind in ("VR", "NC", "MT", "VA") for number in (1, 2)),
}


def errors(tree):
    report = pantin.check(json.dumps(tree).encode(), name="a.gltf")
    return {(finding.rule, finding.pointer) for finding in report.errors}


@pytest.mark.parametrize("root", ROOTS)
def test_a_file_with_every_member_is_valid(root):
    make, _ = ROOTS[root]
    assert errors(make()) == set()


@pytest.mark.parametrize("root", ROOTS)
def test_every_member_that_the_schema_refuses_is_an_error_there(root):
    make, place = ROOTS[root]
    missed, excess = [], []
    for chosen, refused in zip(changes(at(make(), place)), VERDICTS[root], strict=True):
        tree = make()
        change(at(tree, place), chosen)
        found, expected = errors(tree), {f"{root}/{below}".rstrip("/") for below in refused}
        missed += [(pointer, chosen) for pointer in expected - {where for _, where in found}]
        excess += [item for item in found if item[0] in MEMBER_RULES and item[1] not in expected]
    assert (missed, excess) == ([], [])


def test_there_are_enough_of_them():
    counts = {root: sum(map(len, verdicts)) for root, verdicts in VERDICTS.items()}
    assert all(count > 60 for count in counts.values())
    assert sum(bool(refused) for verdicts in VERDICTS.values() for refused in verdicts) > 400
    for root, (make, place) in ROOTS.items():
        assert counts[root] > len(list(members(at(make(), place))))
