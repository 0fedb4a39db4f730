"""What docs/architecture.md says is in one place is in no other: lists, decisions, and imports."""

from __future__ import annotations

import ast

import pytest
from sources import imports, trees, word

from pantin.formats import registry

FOLDERS = frozenset(registry._BUILT_IN)
NAMES = frozenset(format.name for format in registry.list_formats())


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
    own = tuple(f"formats/{folder}/" for folder in FOLDERS)
    mentioned = rf"['\"]{word(*NAMES)}['\"]|pantin\.formats\.{word(*FOLDERS)}"
    tests = {module: [*format_tests(tree)] for module, tree in trees(mentioned, without=own)}
    assert {module: each for module, each in tests.items() if each} == {}


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
    mentioned = rf"(?s)['\"]({word(*FOLDERS)})['\"].*['\"](?!\1){word(*FOLDERS)}['\"]"
    assert [module for module, tree in trees(mentioned) if lists_formats(tree)] == ["formats/registry.py"]


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
        module
        for module, each in imports().items()
        if any(one.module.split(".")[0] == package for one in each)
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
    using = [module for module, tree in trees(word(name)) if name in names(tree)]
    assert [module for module in using if not module.startswith(places or ("-",))] == []


@pytest.mark.parametrize("variable", ["PANTIN_NO_NUMBA", "PANTIN_STRICT"])
def test_a_setting_is_read_in_one_place(variable):
    using = {
        module
        for module, tree in trees(variable)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value == variable
    }
    assert using == {"kernels/engine.py"}


def test_the_page_alone_reads_documents():
    """Pictures are drawn from the rig. The page is given a document to load, and may quote its JSON."""
    reading = {
        module.removeprefix("viewer/")
        for module, tree in trees(r"\.document\b", "viewer/")
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
        for module, tree in trees(word(*known), "verbs/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in known
    }
    assert naming == set()
