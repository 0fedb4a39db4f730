"""`Recipe`: a line that `scripts/golden` runs, and the inputs it is made for.

A line reads like one of a shell: `<`, `>`, `&&`, `;` and `cp` mean what they mean there. These words stand
for others:

    IN        an input; the line is made once for each that the recipe takes
    NEXT      the input after it, of the same suffix
    SUFFIX    the suffix of the input, as in outSUFFIX
    TARGET    every suffix that can be written, as in outTARGET
    COMMAND   every registered command
    FOLDER    every folder of `FOLDERS`
    RULE      every rule and every family of rules, by the names of the folders in tests/cases
    @NAME     the file or folder of this name, such as @examples/arm.glb
"""

from __future__ import annotations

from dataclasses import dataclass

LARGEST = 700_000
"""Bytes of an input, at most: larger ones take minutes without compiled kernels, and show nothing new."""


@dataclass(frozen=True)
class Recipe:
    """A line, and the inputs it is made for: all examples, and one of `share` others of each suffix, but not
    fewer than `least`.

    formats, without  the names of formats that it is for, or is not for
    holding           a pattern that the bytes of an input have, where its format is one of `SEARCHED`
    refused           how many inputs of each suffix are taken that it is not for
    suffixes          the only suffixes, where there are any
    """

    words: tuple[str, ...]
    share: int = 30
    least: int = 2
    formats: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    holding: bytes = b""
    refused: int = 1
    suffixes: tuple[str, ...] = ()
    largest: int = LARGEST
    strangers: int = 0
    """How many files of no format are taken too."""


def recipes(*lines: str, **settings: object) -> tuple[Recipe, ...]:
    """A recipe of each line, whose words are separated by spaces."""
    return tuple(Recipe(tuple(line.split()), **settings) for line in lines)  # type: ignore[arg-type]


SEARCHED = ("glTF", "G4MF", "OFF", "Rigy")
"""Formats whose bytes show what is in a file."""

CLIPS = rb'"animations"'
SPRINGS = rb"pringBone|secondaryAnimation|node_constraint"
HUMANOIDS = rb'"humanoid"|[Hh]ips'
BLENDS = rb'"targets"|[bB]lend'
POSES_OF_RIGY = rb"\nposes:"
FOUR_DIMENSIONS = rb'"dimension":\s*[4-8]|[4-8n]OFF'

SLOW_FORMATS = {"USD": 4}
"""Formats whose files are read in a process that each command starts: so many times fewer inputs."""

FOLDERS = (
    "examples",
    "examples/springs",
    "examples/g4mf",
    "examples/motion",
    "examples/rigy",
    "cases/RIGNET-TEXT",
    "cases/USD-WEIGHTS",
)
"""What `FOLDER` stands for."""

NOT_RECORDED = {
    "warmup": "it compiles kernels, and prints how long that took",
}
"""Commands without recipes, and why."""

OPTIONS_NOT_RECORDED = {
    "--cluster": "it starts a Dask cluster",
    "--open": "it opens a browser",
    "--no-open": "without --out, a page is served until Ctrl-C",
    "--watch": "a page is served until Ctrl-C",
}
"""Options that occur in no recipe, and why."""
