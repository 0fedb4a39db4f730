"""What the README and the pages in docs/ show is what the commands print, and the Python in them runs.

A page is followed from its top as a reader would, in a folder with a copy of `examples/`:

- a block with a title (```yaml title="hand.rigy.yaml") is saved under that name;
- a block marked `console` is a session: each line `$ pantin …` is run, and what follows must be its output
  (`scripts/transcripts` writes the output of the day into the pages);
- a block marked `python` is run, and `print(…)  # words` must print those words.
"""

import ast
import importlib.util
import io
import os
import re
import runpy
import shlex
import shutil
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest

import pantin
from pantin.cli.run import run

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r'^```(\w+)(?: title="([^"\n]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
SETTINGS = {"NO_COLOR": "1", "COLUMNS": "120"}

PUBLIC = {
    *(
        "pantin",
        "pantin.rig",
        "pantin.motion",
        "pantin.springs",
        "pantin.arrays",
        "pantin.torch",
        "pantin.batch",
    ),
    *("pantin.shapes", "pantin.weights", "pantin.pytest", "pantin.maths.rotor", "pantin.rigy"),
    *("pantin.formats", "pantin.results"),
}
"""The modules that are public; every other one may change without notice."""


DESCRIBED = (
    *("pantin", "pantin.rig", "pantin.motion", "pantin.springs", "pantin.arrays", "pantin.pytest"),
    *("pantin.batch", "pantin.torch", "pantin.shapes", "pantin.weights", "pantin.maths.rotor"),
    *("pantin.rigy", "pantin.formats", "pantin.results"),
)
"""The public modules that exist, each with a page in the API reference."""

HIDING_BUILTINS = {"pantin": {"compile", "slice"}}

"""Public names that `from pantin import *` leaves out."""


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def followed(page: Path, folder: Path) -> str:
    """The page as it would stand had its sessions been held today."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "out").mkdir()
    # Whether kernels are still to be compiled is a matter of the machine, not of the page.
    silent = patch("pantin.kernels.engine._compile_callback", None)
    with chdir(folder), patch.dict(os.environ, SETTINGS), silent:
        return BLOCK.sub(follow, page.read_text(encoding="utf-8"))


def follow(block: re.Match[str]) -> str:
    language, title, content = block.groups()
    if title:
        Path(title).parent.mkdir(parents=True, exist_ok=True)
        Path(title).write_text(content, encoding="utf-8")
    elif language == "console":
        return f"```console\n{replay(content)}```"
    elif language == "python":
        execute(content)
    return block[0]


def replay(session: str) -> str:
    """The session as it goes today."""
    lines = []
    for command in (line for line in session.splitlines() if line.startswith("$ ")):
        output = io.StringIO()
        with redirect_stdout(output), redirect_stderr(output):
            run(shlex.split(command)[2:])
        lines += [command, *(line.rstrip() for line in output.getvalue().rstrip("\n").splitlines())]
    return "\n".join(lines) + "\n"


def execute(code: str) -> None:
    output = io.StringIO()
    with redirect_stdout(output):
        exec(compile(code, "page", "exec"), {})
    promised = re.findall(r"print\(.*\)\s+# (.*)$", code, re.MULTILINE)
    printed = output.getvalue().splitlines()
    assert [line for line in promised if line not in printed] == []


def needs_torch(page: Path) -> bool:
    return "pantin.torch" in modules_imported(python_of(page))


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "rules" not in page.parts and page.name != "rules.md"], ids=name
)
def test_a_page_can_be_followed(page, tmp_path):
    if needs_torch(page):
        pytest.importorskip("torch", reason="the page needs PyTorch")
    assert followed(page, tmp_path) == page.read_text(encoding="utf-8"), "see scripts/transcripts"


def python_of(file: Path) -> str:
    """The Python in a page, or an example itself."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return text
    return "\n".join(content for language, _, content in BLOCK.findall(text) if language == "python")


def modules_imported(code: str) -> set[str]:
    """The modules of Pantin that code imports, or takes a name from."""
    modules = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {
                submodule if (submodule := f"{node.module}.{alias.name}") in PUBLIC else node.module
                for alias in node.names
            }
    return {module for module in modules if module.partition(".")[0] == "pantin"}


@pytest.mark.parametrize("file", [*PAGES, *sorted((ROOT / "examples").rglob("*.py"))], ids=name)
def test_what_readers_copy_imports_public_modules_alone(file):
    assert modules_imported(python_of(file)) - PUBLIC == set()


def test_a_private_import_is_seen():
    code = "import pantin\nfrom pantin import rig\nfrom pantin.rig import Node\nimport pantin.maths.affine"
    assert modules_imported(code) == {"pantin", "pantin.rig", "pantin.maths.affine"}


def test_the_readme_quotes_the_newest_measurements():
    quote = runpy.run_path(str(ROOT / "benchmarks" / "quote.py"))
    assert quote["table"](quote["results"]()) in (ROOT / "README.md").read_text(encoding="utf-8")


def reference_of(module: str) -> str:
    page = ROOT / "docs" / "reference" / f"{module.rpartition('.')[2]}.md"
    return page.read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation():
    listed = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(page.relative_to(ROOT / "docs").as_posix() for page in PAGES[1:])


def test_every_public_module_has_a_page_in_the_reference():
    assert {module for module in PUBLIC if importlib.util.find_spec(module)} == set(DESCRIBED)
    pages = (ROOT / "docs" / "reference").iterdir()
    assert {page.stem for page in pages} == {module.rpartition(".")[2] for module in DESCRIBED}


@pytest.mark.parametrize("module", DESCRIBED)
def test_every_public_name_is_in_the_reference_once(module):
    """A name is described (`::: pantin.load`) or, if another module describes it, linked to that place."""
    page = reference_of(module)
    described = re.findall(rf"^::: {re.escape(module)}\.(\w+)$", page, re.MULTILINE)
    links = dict(re.findall(rf"^- \[`{re.escape(module)}\.(\w+)`\]\[(.+)\]$", page, re.MULTILINE))
    home = importlib.import_module(module)
    assert sorted([*described, *links]) == sorted(
        {*home.__all__, *HIDING_BUILTINS.get(module, ())} - {"__version__"}
    )
    for linked, target in links.items():
        other, _, same = target.rpartition(".")
        assert getattr(importlib.import_module(other), same) is getattr(home, linked)
        assert f"::: {target}\n" in reference_of(other)


def assignments_with_text() -> set[str]:
    """The names that are assigned in a module of Pantin and followed by a string that describes them."""
    found = set()
    for path in (ROOT / "src" / "pantin").rglob("*.py"):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for statement, text in pairwise(body):
            target = statement.target if isinstance(statement, ast.AnnAssign) else None
            described = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            if isinstance(target, ast.Name) and described:
                found.add(target.id)
    return found


@pytest.mark.parametrize("module", DESCRIBED)
def test_every_public_name_has_a_docstring(module):
    if module == "pantin.torch":
        pytest.importorskip("torch", reason="the names of pantin.torch need PyTorch")
    home = importlib.import_module(module)
    public = {public: getattr(home, public) for public in home.__all__ if public != "__version__"}
    own = {name for name, value in public.items() if getattr(value, "__module__", "").startswith("pantin.")}
    # The generated text of a dataclass is its signature.
    bare = {name for name in own if (public[name].__doc__ or f"{name}(").startswith(f"{name}(")}
    assert bare == set()
    assert set(public) - own - assignments_with_text() == set()


def test_docstrings_become_markdown():
    with patch.dict(sys.modules, griffe=ModuleType("griffe")):
        sys.modules["griffe"].Extension = object
        as_markdown = runpy.run_path(str(ROOT / "scripts" / "reference_docstrings.py"))["as_markdown"]
    docstring = """A lamp.

    colour      linear
                RGB
    inner, …    angles

    >>> Lamp().color
    (1, 1, 1)
    """
    assert as_markdown(docstring).split("\n\n") == [
        "A lamp.",
        "- `colour`: linear RGB\n- `inner`, …: angles",
        "```pycon\n>>> Lamp().color\n(1, 1, 1)\n```",
    ]


def test_the_docstring_of_an_asset_lists_its_edits():
    edits = [edit for edit in vars(pantin.Asset.__bases__[0]) if edit.startswith(("set_", "add_", "re"))]
    assert "set_local" in edits
    assert [
        edit for edit in edits if not re.search(rf"^ *(\w+, )?{edit}\b", pantin.Asset.__doc__, re.M)
    ] == []
