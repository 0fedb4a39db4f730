from __future__ import annotations

from pathlib import Path

import pytest

import pantin
from pantin.viewer.page_facts import licence, statistics, words

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_licence_of_a_vrm_is_in_words(arm):
    """VRM 1.0, meta.md: members and the values they may have."""
    character = pantin.rig.Character(
        meta={
            "name": "Hero",
            "authors": ["A", "B"],
            "licenseUrl": "https://vrm.dev/licenses/1.0/",
            "avatarPermission": "onlySeparatelyLicensedPerson",
            "allowPoliticalOrReligiousUsage": False,
            "thumbnailImage": 3,
            "other": {"nested": True},
        }
    )
    assert licence(pantin.Asset.of_rig(arm.rig.replace(character=character))) == [
        ("name", "Hero"),
        ("authors", "A, B"),
        ("license url", "https://vrm.dev/licenses/1.0/"),
        ("avatar permission", "only separately licensed person"),
        ("political or religious usage", "not allowed"),
    ]


def test_a_gltf_says_who_made_it(arm):
    arm.document.set("/asset/copyright", "2026 A\x1b")
    assert ("copyright", "2026 A\\x1b") in licence(arm)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("allowedUserName", "allowed user"),
        ("violentUssageName", "violent usage"),
        ("allowRedistribution", "redistribution"),
        ("licenseName", "license"),
    ],
)
def test_members_of_vrm_0_and_1_are_called_alike(name, said):
    assert words(name) == said


def test_statistics_of_the_arm(arm):
    facts = dict(statistics(arm))
    assert facts["size"] == "0.6 × 3 × 0.6"
    assert facts["influences per vertex"] == "up to 2"
    assert facts["length of clips"] == "2 s"
    assert dict(statistics(pantin.load(EXAMPLES / "face.gltf")))["blend shapes"] == "2"
