"""A package imports only what the architecture allows. This test is the architecture."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pantin
from pantin import assets, batch

PACKAGE = Path(__file__).parents[1] / "src" / "pantin"

COMMON = {"errors", "limits", "files", "later", "gc_pause", "records", "threads"}
"""Modules at top level that every package may import."""

NEUTRAL = {
    "maths",
    "report",
    "kernels",
    "rig",
    "motion",
    "deformation",
    "springs",
    "edit",
    "checks",
    "arrays",
    "comparison",
    "slimming",
    "humanoid",
    "shapes",
}
FORMATS = {
    *("formats.gltf", "formats.g4mf", "formats.off", "formats.geometry", "formats.npz", "formats.rignet"),
    "formats.usd",
    "formats.bvh",
    "formats.rigy",
    *("formats.json_text", "formats.document", "formats.exchange", "formats.images"),
}
BELOW_ASSETS = NEUTRAL | FORMATS

ALLOWED: dict[str, set[str]] = {
    "errors": {"report"},  # for its type alone: `BadFile` carries a report
    "limits": set(),
    "files": set(),
    "later": set(),
    "gc_pause": set(),
    "records": set(),
    "threads": set(),
    "maths": set(),
    "report": set(),
    "kernels": {"maths"},
    "rig": {"maths"},
    "motion": {"rig", "kernels", "maths"},
    "deformation": {"rig", "motion", "kernels", "maths"},
    "springs": {"rig", "motion", "kernels", "maths"},
    "edit": {"rig", "deformation", "maths"},
    "checks": {"rig", "motion", "report", "maths"},
    "arrays": {"rig", "motion", "maths"},
    "comparison": {"rig", "motion", "deformation", "maths"},
    "slimming": {"kernels", "rig", "motion", "comparison", "maths"},
    "humanoid": {"rig", "motion", "maths"},
    "shapes": {"rig", "maths"},
    "formats.json_text": {"report"},  # pointers
    "formats.uri": set(),
    "formats.document": {"report", "formats.json_text", "formats.uri"},
    "formats.exchange": {"rig", "report"},
    "formats.accounting": {"report"},  # pointers
    "formats.images": set(),
    "formats.geometry": {"rig", "report", "formats.document", "formats.exchange", "formats.images"},
    "formats.gltf": {"rig", "report", "maths"}
    | {"formats.document", "formats.json_text", "formats.exchange", "formats.uri", "formats.accounting"}
    | {"formats.images"},
    "formats.g4mf": {"rig", "report", "maths"}
    | {"formats.document", "formats.json_text", "formats.exchange", "formats.uri", "formats.accounting"}
    | {"formats.images"},
    "formats.off": {"rig", "report", "shapes", "formats.exchange"},
    "formats.rignet": {"rig", "report", "maths", "formats.exchange", "formats.geometry"},
    "formats.bvh": {"rig", "report", "kernels", "maths"},
    "formats.npz": {"arrays", "rig", "report", "maths", "formats.exchange", "formats.geometry"},
    # It samples clips: USD has no curves and no steps.
    "formats.usd": {"motion", "rig", "report", "maths", "formats.images"},
    "formats.rigy": {"rig", "report", "maths"},
    "assets": BELOW_ASSETS,
    "viewer": BELOW_ASSETS | {"assets"},
    "batch": {"assets", "report", "viewer", "__init__"},
    "cli": {"assets", "batch", "report", "__init__"},  # the public packages, and their public names alone
    "torch": {"rig", "motion", "deformation", "springs", "kernels", "maths", "arrays", "__init__"},
    "__init__": BELOW_ASSETS | {"assets", "viewer", "batch", "torch"},
    "pytest": {"__init__", "comparison"},
    "__main__": {"cli", "__init__"},
}
"""What each package may import besides itself and `COMMON`."""

UNTYPED = {"cli"}
"""Packages that may name the types of what they are given: imports under `if TYPE_CHECKING:` do not count."""


def package_name(module: str) -> str:
    """The package a dotted module name (without `pantin.`) belongs to."""
    parts = module.split(".")
    if parts[0] == "formats" and len(parts) > 1:
        return ".".join(parts[:2])
    return parts[0] or "__init__"


def imported(path: Path, types: bool = True) -> set[str]:
    """The modules of the package that a file imports, anywhere in it, without `pantin.`; without `types`, not
    those that type checkers alone see."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not types:
        tree = RunTime().visit(tree)
    result: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            result |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origin = ".".join(filter(None, (*package_of(path, node.level), node.module)))
            result |= {f"{origin}.{alias.name}" for alias in node.names}
    return {name.removeprefix("pantin").removeprefix(".") for name in result if is_ours(name)}


class RunTime(ast.NodeTransformer):
    """Takes out what stands under `if TYPE_CHECKING:`."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return [self.visit(statement) for statement in node.orelse]
        return self.generic_visit(node)


def package_of(path: Path, level: int) -> tuple[str, ...]:
    """The package that the dots of a relative import lead to; nothing where there are none."""
    return ("pantin", *path.relative_to(PACKAGE).parts[:-level]) if level else ()


def is_ours(name: str) -> bool:
    return name == "pantin" or name.startswith("pantin.")


def target(name: str) -> str:
    """The package an imported name leads to; a name of `pantin` itself, such as `__version__`, is its own."""
    first = name.split(".")[0]
    return (
        package_name(name)
        if (PACKAGE / first).is_dir() or (PACKAGE / f"{first}.py").is_file()
        else "__init__"
    )


FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def package_of_file(file: Path) -> str:
    own = package_name(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
    return "formats.__init__" if own == "formats" else own


def imported_by(file: Path) -> set[str]:
    return imported(PACKAGE / file, types=package_of_file(file) not in UNTYPED)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_package_imports_only_what_it_may(file):
    own = package_of_file(file)
    allowed = ALLOWED.get(own, set()) | COMMON | {own}
    assert {name for name in imported_by(file) if target(name) not in allowed} == set()


@pytest.mark.parametrize("file", [file for file in FILES if file.parts[0] == "cli"], ids=str)
def test_commands_use_public_names_alone(file):
    """So that whatever a command does, a Python user can do."""
    public = {f"assets.{name}" for name in assets.__all__} | set(pantin.__all__) | {""}
    public |= {"batch", *(f"batch.{name}" for name in batch.__all__)}
    used = {name for name in imported_by(file) if target(name) in ("assets", "batch", "__init__")}
    assert used - public == set()


def test_a_package_may_import_nothing_that_it_does_not():
    """The table says what is, not what was planned; the upper packages may have all below them."""
    used: dict[str, set[str]] = {}
    for file in FILES:
        used.setdefault(package_of_file(file), set()).update(target(name) for name in imported_by(file))
    below = {own: allowed for own, allowed in ALLOWED.items() if not allowed >= BELOW_ASSETS}
    assert {own: allowed - used[own] for own, allowed in below.items() if allowed - used[own]} == {}


def test_every_package_has_its_line_in_the_table():
    packages = {package_name(".".join(file.with_suffix("").parts)) for file in FILES}
    assert packages - {"formats.__init__"} <= set(ALLOWED)


def test_a_forbidden_import_is_seen(tmp_path):
    file = tmp_path / "a.py"
    file.write_text("import pantin.cli.run\ndef f():\n    from pantin.formats.gltf import accessor\n")
    assert {target(name) for name in imported(file)} == {"cli", "formats.gltf"}


def test_an_import_for_types_alone_can_be_told(tmp_path):
    file = tmp_path / "a.py"
    file.write_text(
        "if TYPE_CHECKING:\n    import pantin.rig\nelse:\n    import pantin.edit\nimport pantin\n"
    )
    assert imported(file) == {"rig", "edit", ""}
    assert imported(file, types=False) == {"edit", ""}
