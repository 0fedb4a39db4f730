"""The rules about the lists of extensions."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("name", ["KHR", "KHR_", "khr_a", "KHR_a-b", "KHR_a\n", "_a"])
def test_names_that_are_not_of_the_form(places, name):
    assert places("INVALID_EXTENSION_NAME_FORMAT", extensionsUsed=[name]) == ["/extensionsUsed/0"]


@pytest.mark.parametrize("name", ["KHR_a", "3DTILES_a_B9", "EXT_meshopt_compression"])
def test_names_of_the_form(places, name):
    assert places("INVALID_EXTENSION_NAME_FORMAT", extensionsUsed=[name]) == []


def test_the_lists_are_judged_even_if_the_version_is_not_known(places):
    found = places("UNUSED_EXTENSION_REQUIRED", asset={"version": "1.0"}, extensionsRequired=["EXT_a"])
    assert found == ["/extensionsRequired/0"]
