"""The layers inside `formats/gltf`: model → extension records → lift, lower and edits → rules.

Imports inside functions and through `Later` count, and so do those of parent packages: whoever imports a
module imports the packages around it. A record names the code of its own folder, and `formats/gltf/__init__`
names all: that is what they are for. No modules may import each other in a cycle, not even so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sources import Imported, dotted, imports, texts

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


@cache
def every() -> dict[str, tuple[Imported, ...]]:
    """What each module of Pantin imports."""
    return {dotted(file).removesuffix(".__init__"): all_of for file, all_of in imports().items()}


@cache
def files() -> dict[str, str]:
    """The files of the modules of `formats/gltf`."""
    own = (file for file in texts() if file.startswith("formats/gltf/"))
    return {dotted(file).removesuffix(".__init__"): file for file in own}


def is_record(module: str) -> bool:
    """Whether a module has records of extensions, or lists them."""
    return f"{module}.".startswith(f"{PACKAGE}.ext.") and "\nEXTENSION" in texts()[files()[module]]


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


def imported(module: str) -> Iterator[str]:
    """What a module imports when it runs: modules, and whatever names it takes from them."""
    for one in every()[module]:
        name = f"{one.module}.{one.name}"
        if not one.for_types:
            yield name if name in files() else one.module


def graph() -> dict[str, set[str]]:
    """By module the modules of `formats/gltf` that it imports, with the packages around those."""
    edges: dict[str, set[str]] = {}
    for module in files():
        targets = {name for name in imported(module) if name in files() and name not in (module, PACKAGE)}
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
    records = {
        module for module in files() if module.startswith(f"{PACKAGE}.ext.") and module.count(".") == 4
    }
    wrong = []
    for module in every():
        for target in imported(module):
            owner = next((each for each in records if target == each or target.startswith(each + ".")), None)
            is_folder = owner is not None and files()[owner].endswith("/__init__.py")
            if is_folder and not (module + ".").startswith(f"{owner}.") and module != f"{PACKAGE}.ext":
                wrong.append(f"{module} imports {target}")
    assert wrong == []
