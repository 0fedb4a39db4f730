"""The first screen: what Pantin can do, and how to begin.

It is written without the parser of command lines, whose import alone takes several times as long as Python's
start.
"""

from __future__ import annotations

COMMANDS = {
    "compile": "Compile a model from Rigy text (.rigy.yaml, .rigs.yaml).",
    "check": "Check files, or every model in a folder, and print what is wrong with each.",
    "fix": "Fix what can be fixed safely, in a new file or in place.",
    "explain": "Explain a rule: what it asks for, why, and how to fix a file that breaks it.",
    "inspect": "Show what is inside a file: nodes, meshes, skins, animations, springs, sizes.",
    "convert": "Convert between glTF, USD, G4MF, OFF, BVH and plain geometry; report what is lost.",
    "pose": "Pose a model: write the posed geometry, or new transforms for the same rig.",
    "retarget": "Move a character with motion that was made for another skeleton.",
    "bake": "Bake spring bones into an animation that any viewer plays.",
    "skeletons": "Derive explicit skeletons from skins, show them, or take them away.",
    "slice": "Cut or project a model in four dimensions into three.",
    "shape": "Write a shape of two to eight dimensions: cubes, the 24-cell, duoprisms, balls, …",
    "slim": "Make a model smaller: fewer keys and bytes, with a bound on how far the skin moves.",
    "diff": "Compare two models by what they do, and list what is different.",
    "render": "Make a picture or an animation of a model, without a display.",
    "view": "Show a model in the browser, or write it as one page.",
    "fmt": "Put Rigy texts into their canonical form.",
    "schema": "Print the JSON Schema of Rigy texts, for editors.",
    "completion": "Print the script that completes commands and options in a shell.",
    "warmup": "Compile the kernels now, so that no later command waits for them.",
}
"""The commands, each a module of this package, with the line that says what it does."""

EXIT_CODES = "Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 unreadable input, 4 internal error."

SCREEN = """\
Usage: pantin COMMAND ...

Compile, check, convert, pose, animate, compare and show rigged models: glTF, VRM, USD, Rigy, G4MF.

Commands:
{commands}

For example:
    pantin check examples/arm.glb       what is wrong with it, and where
    pantin inspect examples/arm.glb     what is inside it
    pantin convert examples/arm.glb arm.gltf
    pantin pose examples/arm.glb still.glb --clip bend --time 0.5
    pantin view examples/arm.glb        open it in the browser
    pantin explain GLTF-NODE_LOOP       what a finding means, and how to fix it

pantin COMMAND --help says more about one; pantin --version prints the version.
{exit_codes}"""


def screen() -> str:
    """The text of the first screen."""
    commands = "\n".join(f"  {name:12}{summary}" for name, summary in COMMANDS.items())
    return SCREEN.format(commands=commands, exit_codes=EXIT_CODES)
