"""A package imports only what the architecture allows. This test is the architecture."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sources import PACKAGE, Imported, imports, imports_in, texts

import pantin
from pantin import batch
from pantin.formats import registry

BASE = {"base", "deprecated"}
"""What every package may import."""

NEUTRAL = {
    "maths",
    "report",
    "kernels",
    "rig",
    "motion",
    "deformation",
    "springs",
    "checks",
    "arrays",
    "operations",
    "operations.edit",
    "operations.shapes",
    "operations.comparison",
    "operations.slimming",
    "operations.humanoid",
    "operations.merging",
    "operations.weights",
}
"""Packages that know no format."""

FORMATS = {f"formats.{name}" for name in registry._BUILT_IN}
BESIDE_FORMATS = {
    f"formats.{path.stem}" for path in (PACKAGE / "formats").iterdir() if path.stem.isidentifier()
} - {*FORMATS, "formats.__init__", "formats.__pycache__"}
"""What formats share: modules and packages beside them."""

BELOW_VERBS = NEUTRAL | FORMATS | BESIDE_FORMATS

ALLOWED: dict[str, set[str]] = {
    "base": {"report"},  # `BadFile` carries one; `file_errors` finds the name that was meant
    "deprecated": {"formats.gltf", "rig"},  # until the next release: `Material.extensions` was JSON of glTF
    "maths": set(),
    "report": set(),
    "kernels": {"maths"},
    "rig": {"maths"},
    "motion": {"rig", "kernels", "maths"},
    "deformation": {"rig", "motion", "kernels", "maths"},
    "springs": {"rig", "motion", "kernels", "maths"},
    "checks": {"rig", "motion", "deformation", "operations.humanoid", "report", "maths"},
    "arrays": {"rig", "motion", "deformation", "maths"},
    "operations.edit": {"rig", "deformation", "maths"},
    "operations.shapes": {"rig", "maths"},
    "operations.comparison": {"rig", "motion", "deformation", "maths"},
    "operations.slimming": {"kernels", "rig", "motion", "operations.comparison", "maths"},
    "operations.humanoid": {"rig", "motion", "maths"},
    "operations.merging": {"rig", "motion", "operations.edit", "operations.humanoid", "maths"},
    "operations.weights": {"kernels", "rig", "motion", "operations.humanoid", "maths"},
    "operations": {"rig", "motion", "deformation", "checks"},
    "formats": BESIDE_FORMATS | {"formats.gltf", "report"},
    # A format never imports another. The registry imports each by the name of its folder.
    **dict.fromkeys(FORMATS | BESIDE_FORMATS, NEUTRAL | BESIDE_FORMATS),
    "verbs": BELOW_VERBS,
    "viewer": BELOW_VERBS | {"verbs"},
    "batch": {"verbs", "report", "viewer", "__init__"} | BESIDE_FORMATS,
    "lsp": BELOW_VERBS | {"verbs", "viewer", "__init__"},
    "cli": {
        "verbs",
        "batch",
        "report",
        "formats.registry",
        "formats.summary",
        "formats.model_meta",
        "__init__",
    },
    "torch": {"rig", "motion", "deformation", "springs", "kernels", "maths", "arrays", "__init__"},
    "__init__": BELOW_VERBS
    | {"verbs", "viewer", "batch", "torch", "edit", "shapes", "weights", "results", "rigy", "formats"},
    "edit": {"operations.edit"},
    "results": BELOW_VERBS | {"verbs"},
    "shapes": {"operations.shapes"},
    "weights": {"operations.weights", "rig"},
    "rigy": {"formats.rigy", "verbs"},
    "pytest": {"__init__", "operations.comparison"},
    "__main__": {"cli", "__init__"},
}
"""What each package may import besides itself and `BASE`."""

EXCEPTIONS = {"verbs/asset.py": {"viewer.view"}}
"""A notebook shows an asset as its page."""

UNTYPED = {"cli"}
"""Packages that may name the types of what they are given: imports under `if TYPE_CHECKING:` do not count."""


def package_name(module: str) -> str:
    """The package a dotted module name (without `pantin.`) belongs to."""
    parts = module.split(".")
    inner = ".".join(parts[:2])
    if len(parts) > 1 and (parts[0] == "formats" or inner in NEUTRAL):
        return inner
    return parts[0] or "__init__"


def imported(all_imports: Iterable[Imported], types: bool = True) -> set[str]:
    """The modules of the package and the names in them that are imported, without `pantin.`; without `types`,
    not those that type checkers alone see."""
    names = {f"{one.module}.{one.name}".rstrip(".") for one in all_imports if types or not one.for_types}
    return {name.removeprefix("pantin").removeprefix(".") for name in names if is_ours(name)}


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


def files() -> list[Path]:
    return [Path(module) for module in texts()]


def package_of_file(file: Path) -> str:
    return package_name(".".join(file.with_suffix("").parts).removesuffix(".__init__"))


def imported_by(file: Path) -> set[str]:
    return imported(imports()[file.as_posix()], types=package_of_file(file) not in UNTYPED)


def test_packages_import_only_what_they_may():
    wrong = {}
    for file in files():
        own = package_of_file(file)
        allowed = ALLOWED.get(own, set()) | BASE | {own}
        forbidden = {name for name in imported_by(file) if target(name) not in allowed}
        forbidden -= EXCEPTIONS.get(file.as_posix(), set())
        if forbidden:
            wrong[str(file)] = forbidden
    assert wrong == {}


def test_commands_use_public_names_alone():
    """So that whatever a command does, a Python user can do."""
    public = {*dir(pantin), "", "batch", *(f"batch.{name}" for name in batch.__all__)}
    private = {}
    for file in files():
        if file.parts[0] == "cli":
            used = {name for name in imported_by(file) if target(name) in ("batch", "__init__")}
            if used - public:
                private[str(file)] = used - public
    assert private == {}


def test_a_package_may_import_nothing_that_it_does_not():
    """The table says what is, not what was planned; formats and the packages above them may have all below
    them."""
    used: dict[str, set[str]] = {}
    for file in files():
        used.setdefault(package_of_file(file), set()).update(target(name) for name in imported_by(file))
    below = {own: allowed for own, allowed in ALLOWED.items() if not allowed >= BESIDE_FORMATS}
    assert {own: allowed - used[own] for own, allowed in below.items() if allowed - used[own]} == {}


def test_every_package_has_its_line_in_the_table():
    packages = {package_of_file(file) for file in files()}
    assert packages <= set(ALLOWED)


def test_a_forbidden_import_is_seen():
    text = (
        "import pantin.cli.run\n"
        "def f():\n    from pantin.formats.gltf import accessor\n"
        'read = Later("pantin.viewer.view", "view")\n'
        "try: pass\nexcept ImportError:\n    import pantin.batch\n"
    )
    assert {target(name) for name in imported(imports_in(text))} == {"cli", "formats.gltf", "viewer", "batch"}


def test_imports_are_relative_to_the_module():
    text = 'from . import arcs\nfrom ..rig import Rig\nread = Later(f"{__name__}.document", "read")\n'
    relative = imported(imports_in(text, "pantin.motion.__init__"))
    assert relative == {"motion.arcs", "rig.Rig", "motion.document"}


def test_an_import_for_types_alone_can_be_told():
    text = "if TYPE_CHECKING:\n    import pantin.rig\nelse:\n    import pantin.edit\nimport pantin\n"
    assert imported(imports_in(text)) == {"rig", "edit", ""}
    assert imported(imports_in(text), types=False) == {"edit", ""}
