"""What docs/architecture.md says is in one place is in no other: lists, decisions, and imports."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from pantin.formats import registry

PACKAGE = Path(__file__).parents[1] / "src" / "pantin"
FOLDERS = frozenset(registry._BUILT_IN)
NAMES = frozenset(format.name for format in registry.list_formats())


@cache
def modules():
    """The modules and their trees, parsed once: that takes most of the time of these tests."""
    return [
        (path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    ]


def is_of_a_format(module):
    parts = module.split("/")
    return parts[0] == "formats" and len(parts) > 2 and parts[1] in FOLDERS


def of_formats(tree):
    """The names in a module that come from the folder of a format, with what they are called there."""
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pantin.formats.")
        if (node.module or "").split(".")[2] in FOLDERS
        for alias in node.names
    }


def format_tests(tree):
    """The comparisons with a format or its name, and `isinstance` with a type of its documents."""
    imported = of_formats(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            sides += [
                item
                for side in sides
                if isinstance(side, ast.Tuple | ast.Set | ast.List)
                for item in side.elts
            ]
            named = any(isinstance(side, ast.Constant) and side.value in NAMES for side in sides)
            if named or any(
                isinstance(side, ast.Name) and imported.get(side.id) == "FORMAT" for side in sides
            ):
                yield ast.unparse(node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            types = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
            yield from [ast.unparse(node)] if types & set(imported) else []


def test_no_module_outside_a_format_tests_for_one():
    """What differs between formats is a method of `Format`."""
    found = {module: [*format_tests(tree)] for module, tree in modules() if not is_of_a_format(module)}
    assert {module: tests for module, tests in found.items() if tests} == {}


@pytest.mark.parametrize(
    "code",
    [
        'if asset.format.name == "glTF": pass',
        'if format.name in ("USD", "BVH"): pass',
        "from pantin.formats.gltf import FORMAT as GLTF\nasset.format is not GLTF",
        "from pantin.formats.usd.document import Document\nisinstance(a, Document)",
    ],
)
def test_a_test_for_a_format_is_seen(code):
    assert [*format_tests(ast.parse(code))]


def lists_formats(tree):
    """Whether a tuple, list, set or mapping has the names of several folders of formats."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
            items = node.keys if isinstance(node, ast.Dict) else node.elts
            words = {item.value for item in items if isinstance(item, ast.Constant)}
            if len(words & FOLDERS) > 1:
                return True
    return False


def test_the_registry_alone_lists_formats():
    assert [module for module, tree in modules() if lists_formats(tree)] == ["formats/registry.py"]


def imports(tree):
    """The top-level packages that a module imports anywhere, through `import_module` and `find_spec` too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from (str(item.value) for item in node.args[:1] if isinstance(item, ast.Constant))


@pytest.mark.parametrize(
    ("package", "places"),
    [
        ("torch", ("torch/",)),
        ("triton", ("torch/cuda/",)),
        ("dask", ("batch/cluster.py",)),
        ("distributed", ("batch/cluster.py",)),
        ("pxr", ("formats/usd/",)),
        ("multiprocessing", ()),
        ("concurrent", ()),
        ("subprocess", ("base/child_process.py",)),
    ],
)
def test_a_package_is_imported_in_one_place(package, places):
    """Threads are those of `base/threads`, processes those of `base/child_process`."""
    using = [
        module for module, tree in modules() if any(name.split(".")[0] == package for name in imports(tree))
    ]
    assert [module for module in using if not module.startswith(places or ("-",))] == []


def names(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("prange", ()),  # numba's own threads
        ("Backend", ("kernels/",)),
        ("choose", ("kernels/engine.py",)),
    ],
)
def test_a_decision_is_made_in_one_place(name, places):
    using = [module for module, tree in modules() if name in names(tree)]
    assert [module for module in using if not module.startswith(places or ("-",))] == []


@pytest.mark.parametrize("variable", ["PANTIN_NO_NUMBA", "PANTIN_STRICT"])
def test_a_setting_is_read_in_one_place(variable):
    using = {
        module
        for module, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value == variable
    }
    assert using == {"kernels/engine.py"}


def test_the_page_alone_reads_documents():
    """Pictures are drawn from the rig. The page is given a document to load, and may quote its JSON."""
    reading = {
        module.removeprefix("viewer/")
        for module, tree in modules()
        if module.startswith("viewer/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "document"
    }
    assert reading == {"idle_motion.py", "page_facts.py", "page_model.py", "serve.py"}


def test_no_verb_names_an_extension():
    """Verbs call the operations of a format; which extension stores a part is for `formats/gltf/policy`."""
    from pantin.formats.gltf import extension_names

    known = {value for name, value in vars(extension_names).items() if name.isupper() and type(value) is str}
    assert known > {"VRMC_vrm", "STAIK_skeletons", "KHR_skeleton_bone"}
    naming = {
        (module, node.value)
        for module, tree in modules()
        if module.startswith("verbs/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in known
    }
    assert naming == set()
