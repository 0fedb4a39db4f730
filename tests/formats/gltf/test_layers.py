"""The layers inside `formats/gltf`: model → extension records → lift, lower and edits → rules.

Imports inside functions and through `Later` count, and so do those of parent packages: whoever imports a
module imports the packages around it. A record names the code of its own folder, and `formats/gltf/__init__`
names all: that is what they are for. No modules may import each other in a circle, not even so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3] / "src"
PACKAGE = "pantin.formats.gltf"

MODEL = {
    *("codes", "accessor_layout", "bounds", "container", "document", "model", "objects", "schema"),
    *("schema_rules", "subject", "tolerant_decode", "accessor", "compression", "json_values"),
    *("extension", "extension_names", "extension_objects", "extensions", "humanoid"),
}
"""Files as they are, and the registry, which names no extension."""

RULES = {
    *("check", "rules", "derivation", "migration", "model_edits", "rig_changes", "fixes", "summary"),
    *("files", "summarise", "vrma"),
}
"""Rules, and verbs that act on what they find or use all layers; in the folder of an extension too: `rules`,
and `derive` and `migrate`, which check what they write."""

LAYERS = ("model", "records", "code", "rules")


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


FILES = {module_name(path): path for path in (ROOT / "pantin/formats/gltf").rglob("*.py")}


def is_record(module: str) -> bool:
    """Whether a module has records of extensions, or lists them."""
    return f"{module}.".startswith(f"{PACKAGE}.ext.") and "\nEXTENSION" in FILES[module].read_text("utf-8")


def layer(module: str) -> int:
    parts = module.removeprefix(PACKAGE + ".").split(".")
    if is_record(module):
        return 1
    if parts[0] == "ext" and len(parts) > 2:
        is_rules = parts[2] == "rules" or parts[2].endswith("_rules") or parts[2] in ("derive", "migrate")
        return 3 if is_rules else 0 if parts[2] in ("schema", "objects") else 2
    if parts in (["ext", "vrm_family"], ["ext", "vrm_schema"]):
        return 0
    return 3 if parts[0] in RULES else 0 if parts[0] in MODEL else 2


def packages_around(module: str) -> set[str]:
    """The packages inside `formats/gltf` around a module."""
    parts = module.split(".")
    return {".".join(parts[:count]) for count in range(PACKAGE.count(".") + 2, len(parts))}


def imported(path: Path) -> Iterator[str]:
    """What a file imports: modules, and whatever names it takes from them."""
    tree, own = ast.parse(path.read_text(encoding="utf-8")), module_name(path)
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in FILES else str(node.module) for name in names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("Later", "import_module"):
            yield ast.unparse(node.args[0]).strip("f'\"").replace("{__name__}", own)


def graph() -> dict[str, set[str]]:
    """By module the modules of `formats/gltf` that it imports, with the packages around those."""
    edges: dict[str, set[str]] = {}
    for module, path in FILES.items():
        targets = {name for name in imported(path) if name in FILES and name not in (module, PACKAGE)}
        around = {package for target in targets for package in packages_around(target)}
        edges[module] = targets | (around - packages_around(module) - {module})
    del edges[PACKAGE]
    return edges


def circles(edges: dict[str, set[str]]) -> list[set[str]]:
    """Sets of modules that reach each other, by taking away whatever imports nothing that is left."""
    left = {module: set(targets) for module, targets in edges.items()}
    for direction in (left, {}):
        if not direction:
            direction.update({module: {m for m in left if module in left[m]} for module in left})
        while done := {module for module, targets in direction.items() if not targets & left.keys()}:
            for module in done:
                direction.pop(module)
                left.pop(module, None)
    return [set(left)] if left else []


def test_no_modules_import_each_other_in_a_circle():
    assert circles(graph()) == []


def test_a_circle_is_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == [{"b", "c"}]


def test_a_layer_imports_only_itself_and_those_below():
    wrong = [
        f"{module} ({LAYERS[layer(module)]}) imports {target} ({LAYERS[layer(target)]})"
        for module, targets in graph().items()
        for target in sorted(targets)
        if layer(target) > layer(module) and not (layer(module) == 1 and target.startswith(module + "."))
    ]
    assert wrong == []


def test_nobody_outside_an_extension_imports_it():
    records = {module for module in FILES if module.startswith(f"{PACKAGE}.ext.") and module.count(".") == 4}
    every = {module_name(path): path for path in (ROOT / "pantin").rglob("*.py")}
    wrong = []
    for module, path in every.items():
        for target in imported(path):
            owner = next((each for each in records if target == each or target.startswith(each + ".")), None)
            is_folder = owner is not None and FILES[owner].name == "__init__.py"
            if is_folder and not (module + ".").startswith(f"{owner}.") and module != f"{PACKAGE}.ext":
                wrong.append(f"{module} imports {target}")
    assert wrong == []
