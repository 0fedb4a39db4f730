"""Words of a summary."""

from __future__ import annotations

import pytest

from pantin.formats.summary import format_size


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1000, "0.977 KiB"), (1 << 20, "1 MiB"), (5 << 30, "5 GiB")],
)
def test_sizes(count, text):
    assert format_size(count) == text
