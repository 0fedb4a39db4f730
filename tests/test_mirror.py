"""The tree of tests mirrors the packages: each package has tests, and no test folder is left of one that is
gone."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pantin"
TESTS = ROOT / "tests"
OTHER = {"cases", "oracles", "schemas"}
"""Folders of tests that hold data, and independent implementations to compare with."""


def is_there(listed: str) -> bool:
    """Whether there is a module, or a test `module::name` in one."""
    module, _, test = listed.partition("::")
    path = TESTS / module
    return path.is_file() and (not test or f"\ndef {test}(" in path.read_text(encoding="utf-8"))


def test_slow_modules_and_tests_exist():
    listed = (TESTS / "slow.txt").read_text(encoding="ascii").split()
    assert [name for name in listed if not is_there(name)] == []
    assert listed == sorted(set(listed))


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
