"""Every module has its test file, at the same place in the tree of tests."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pantin"
MODULES = sorted(
    path.relative_to(PACKAGE)
    for path in PACKAGE.rglob("*.py")
    if path.name not in ("__init__.py", "__main__.py")
)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_the_module_has_a_test(module):
    assert (ROOT / "tests" / module.parent / f"test_{module.name}").is_file()
