"""Versions are compared as numbers."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("version", "least", "wrong"),
    [("2.9", "2.10", True), ("2.10", "2.9", False), ("2.0", "02.00", False), ("2.0", "3.0", True)],
)
def test_the_least_version(places, version, least, wrong):
    code = "ASSET_MIN_VERSION_GREATER_THAN_VERSION"
    assert bool(places(code, asset={"version": version, "minVersion": least})) == wrong


def test_a_version_of_thousands_of_digits_is_a_finding(places):
    assert places("UNKNOWN_ASSET_MAJOR_VERSION", asset={"version": "9" * 5000 + ".0"}) == ["/asset/version"]
    assert places("UNKNOWN_ASSET_MINOR_VERSION", asset={"version": "2." + "9" * 5000}) == ["/asset/version"]
