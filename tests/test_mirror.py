"""The tree of tests mirrors the packages: each package has tests, and no test folder is left of one that is
gone."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pantin"
TESTS = ROOT / "tests"
OTHER = {"cases", "oracles", "schemas"}
"""Folders of tests that hold data, and independent implementations to compare with."""


def test_slow_modules_exist():
    listed = (TESTS / "slow.txt").read_text(encoding="ascii").split()
    assert [name for name in listed if not (TESTS / name).is_file()] == []


def test_every_package_has_tests():
    packages = {path.parent.relative_to(PACKAGE) for path in PACKAGE.rglob("__init__.py")} - {Path()}
    untested = {package for package in packages if not any((TESTS / package).rglob("test_*.py"))}
    assert untested - {Path("viewer/web")} == set()


def test_every_folder_of_tests_has_a_package_or_module():
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")} - {Path()}
    known = {
        folder for folder in folders if (PACKAGE / folder).is_dir() or (PACKAGE / f"{folder}.py").is_file()
    }
    assert {folder for folder in folders - known if folder.parts[0] not in OTHER} == set()
