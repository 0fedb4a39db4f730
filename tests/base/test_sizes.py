"""Sizes in bytes as people write them."""

from __future__ import annotations

import pytest

from pantin.base.sizes import parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [("1200", 1200), ("500MB", 500_000_000), ("2 GiB", 2 << 30), ("1.5k", 1500), ("3mib", 3 << 20)],
)
def test_a_number_with_a_unit(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "MB", "-1", "0", "1 XB", "1e3"])
def test_anything_else_is_refused(text):
    with pytest.raises(ValueError, match="is not a size"):
        parse_size(text)
