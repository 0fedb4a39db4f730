"""The verbs: one module each, with the function, its result, its rules and its options (`VERB`); and `Asset`.

`VERBS` is the one list of them: the command line, batches, completion, the manual and the catalogue of rules
derive from it. A line has the summary, which the first screen prints without importing the verb: all of them
together take longer to import than the screen takes to print.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pantin.base.tuples import NamedTuple

if TYPE_CHECKING:
    from pantin.verbs.verb import Verb


class Line(NamedTuple):
    """What the list has for a verb: what it does, the module with its `VERB`, unless that is the module of
    its name in this package, and the heading that the first screen lists it under."""

    summary: str
    module: str = ""
    group: str = "More"


GROUPS: dict[str, dict[str, Line]] = {
    "Check": {
        "check": Line("Check files, or every model in a folder, and print what is wrong with each."),
        "fix": Line("Fix what can be fixed safely, in a new file or in place."),
        "explain": Line("Explain a rule: what it checks, why, and how to fix a file that breaks it."),
        "inspect": Line("Show what is inside a file: nodes, meshes, skins, animations, springs, sizes."),
        "diff": Line("Compare posed geometry, not bytes, and list what is different."),
    },
    "Convert": {
        "convert": Line("Convert between glTF, VRM, FBX, USD, BVH, G4MF and geometry; report what is lost."),
        "migrate": Line("Migrate avatars from VRM 0.x to VRM 1.0."),
        "meta": Line("Show or set a model's author, licence and permissions.", "pantin.viewer.meta"),
        "skeletons": Line("Derive explicit skeletons from skins, show them, or remove them."),
        "slim": Line("Make a model smaller: fewer keys and bytes, with a bound on how far the skin moves."),
    },
    "Animate": {
        "retarget": Line("Retarget motion onto another character."),
        "pose": Line("Pose a model: write the posed geometry, or new transforms for the same rig."),
        "clips": Line("Cut, rename, mirror, loop, retime and resample the clips of a model."),
        "bake": Line("Bake spring bones into an animation that any viewer plays."),
    },
    "Assemble": {
        "merge": Line("Merge body, clothes, hair and clips into one character."),
        "attach": Line("Attach a prop to a node of a model."),
        "split": Line("Split meshes or materials of a model off into a separate file."),
        "weights": Line("Bind meshes to a skeleton, transfer weights between models, and clean them."),
    },
    "Show": {
        "view": Line(
            "Show a model in the browser, or write a self-contained HTML page.", "pantin.viewer.view"
        ),
        "render": Line(
            "Render an image or an animation of a model, without a display.", "pantin.viewer.render"
        ),
    },
    "Rigy": {
        "new": Line("Write a commented Rigy source to start from."),
        "compile": Line("Compile a model from Rigy text (.rigy.yaml, .rigs.yaml)."),
        "fmt": Line("Format Rigy sources."),
        "schema": Line("Print the JSON Schema of Rigy sources, for editors."),
        "lsp": Line("Run the language server of Rigy sources, for editors.", "pantin.lsp"),
    },
    "4D": {
        "shape": Line("Write a shape of two to eight dimensions: cubes, the 24-cell, duoprisms, balls, …"),
        "slice": Line("Cut or project a model in four dimensions into three."),
    },
}

VERBS: dict[str, Line] = {
    name: line._replace(group=group) for group, lines in GROUPS.items() for name, line in lines.items()
}


def module_of(name: str) -> str:
    """The module of the verb of this name."""
    return VERBS[name].module or f"{__name__}.{name}"


def find_verb(name: str, module: str = "") -> Verb:
    """The verb of this name, whose module is imported; another process knows it by its `module`."""
    verb: Verb = import_module(module or module_of(name)).VERB
    return verb


def batch_verbs() -> list[str]:
    """The names of the verbs that work on many files."""
    return [name for name in VERBS if find_verb(name).batch]
