"""The first screen: what Pantin can do, and how to begin.

It is written without the parser of command lines, whose import alone takes several times as long as Python's
start.
"""

from __future__ import annotations

from pantin.verbs import VERBS, Line

INSTALLATION = {
    "completion": Line("Print the script that completes commands and options in a shell.", group="Setup"),
    "warmup": Line("Compile the kernels now, so that later commands do not wait for it.", group="Setup"),
}
"""Commands that are not verbs."""


def commands() -> dict[str, str]:
    """The commands with the line that says what each does: the verbs, and those about this installation."""
    return {name: line.summary for name, line in (VERBS | INSTALLATION).items()}


COMMANDS = commands()
"""Those of Pantin itself."""

EXIT_CODES = "Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 unreadable input, 4 internal error."

SCREEN = """\
Usage: pantin COMMAND ...

Check, fix, convert, animate, shrink and show rigged characters: glTF, VRM, FBX, USD, BVH, Rigy, 4D.

{commands}

For example:
    pantin check hero.glb               what is wrong with it, and where
    pantin inspect hero.glb             what is inside it
    pantin convert hero.glb hero.gltf
    pantin pose hero.glb still.glb --time 0.5
    pantin view hero.glb                open it in the browser
    pantin explain GLTF-NODE_LOOP       what a finding means, and how to fix it

pantin COMMAND --help describes a command; pantin --version prints the version.
{exit_codes}"""


def screen() -> str:
    """The text of the first screen."""
    groups: dict[str, list[str]] = {}
    for name, line in (VERBS | INSTALLATION).items():
        groups.setdefault(line.group, []).append(f"  {name:12}{line.summary}")
    lists = "\n\n".join("\n".join([f"{group}:", *lines]) for group, lines in groups.items())
    return SCREEN.format(commands=lists, exit_codes=EXIT_CODES)
