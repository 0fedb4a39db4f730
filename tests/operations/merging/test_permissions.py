"""The stricter of two licences of VRM 0.x, and what else of the meta of a part holds for the whole."""

from __future__ import annotations

import pytest

from pantin.operations.merging.permissions import merge_meta, unnamed_authors


@pytest.mark.parametrize(
    ("own", "added", "both"),
    [
        # The deeds of Creative Commons: BY asks for credit, NC forbids commerce, ND changes, SA other terms.
        ("CC0", "CC_BY", "CC_BY"),
        ("CC_BY_NC", "CC0", "CC_BY_NC"),
        ("CC_BY_NC", "CC_BY_SA", "CC_BY_NC_SA"),
        ("CC_BY_SA", "CC_BY_ND", "CC_BY_ND"),
        ("CC_BY_NC_SA", "CC_BY_ND", "CC_BY_NC_ND"),
        ("CC0", "Redistribution_Prohibited", "Redistribution_Prohibited"),
        ("Other", "CC_BY", "Other"),
        ("CC0", "Other", "Other"),
        ("Other", "Redistribution_Prohibited", "Redistribution_Prohibited"),
        # Nobody knows what a licence allows that VRM 0.x does not define.
        ("CC0", "no such licence", "Redistribution_Prohibited"),
        ("CC_BY", ["a list"], "Redistribution_Prohibited"),
        ("no such licence", "Redistribution_Prohibited", "Redistribution_Prohibited"),
        ("no such licence", "CC0", "no such licence"),
    ],
)
def test_a_licence_has_the_conditions_of_both(own, added, both):
    meta, restricted, _ = merge_meta({"licenseName": own}, {"licenseName": added})
    assert meta["licenseName"] == both
    assert [each.value for each in restricted] == ([both] if both != own else [])


def test_a_permission_that_is_not_defined_permits_nothing():
    """VRMC_vrm 1.0, meta: without a value the strictest holds."""
    meta, restricted, _ = merge_meta({"avatarPermission": "everyone"}, {"avatarPermission": "friends"})
    assert meta["avatarPermission"] == "onlyAuthor"
    assert [each.before for each in restricted] == ["everyone"]
    meta, restricted, _ = merge_meta({"avatarPermission": "friends"}, {"avatarPermission": "everyone"})
    assert meta["avatarPermission"] == "friends"
    assert not restricted


def test_two_licences_that_are_addresses_allow_nothing():
    own = {"licenseName": "Other", "otherLicenseUrl": "https://a.example"}
    same, _, dropped = merge_meta(own, own)
    assert same["licenseName"] == "Other"
    assert not dropped
    other, _, dropped = merge_meta(own, {**own, "otherLicenseUrl": "https://b.example"})
    assert other["licenseName"] == "Redistribution_Prohibited"
    assert other["otherLicenseUrl"] == "https://a.example"
    assert [each.what for each in dropped] == ["otherLicenseUrl https://b.example"]


def test_notices_of_both_stay_and_conditions_of_a_part_are_added():
    own = {"thirdPartyLicenses": "hair: MIT"}
    added = {"thirdPartyLicenses": "fabric: CC0", "otherLicenseUrl": "https://a.example"}
    meta, restricted, _ = merge_meta(own, added)
    assert meta["thirdPartyLicenses"] == "hair: MIT; fabric: CC0"
    assert meta["otherLicenseUrl"] == "https://a.example"
    assert [each.permission for each in restricted] == ["otherLicenseUrl"]
    again, restricted, _ = merge_meta(meta, added)
    assert dict(again) == dict(meta)
    assert not restricted


def test_authors_that_the_body_does_not_name():
    assert unnamed_authors({"authors": ["Ann", "Bo"]}, {"author": "Cy"}) == ["Cy"]
    assert unnamed_authors({"author": "Ann"}, {"authors": ["Ann", 3, " "]}) == []
