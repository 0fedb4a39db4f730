"""Parameters, options and arguments that several verbs share."""

from __future__ import annotations

from pantin.base.options import Argument, Option
from pantin.verbs.verb import Parameter

SOURCES = Argument(
    "source",
    "The file to read, or many: files, folders, patterns, @lists and URLs. - is standard input.",
    many=True,
    suffixes="read",
)
"""For verbs that write a model for each model."""

FILES = Argument(
    "files", "Files, folders, patterns, @lists and URLs; - is standard input.", many=True, suffixes="read"
)
"""For verbs that write no model."""

ALLOW_OUTSIDE = Option(
    "allow_outside",
    bool,
    "Also read referenced files outside the source's folder, and absolute paths.",
    False,
)
"""For every verb that follows references. It is not a setting of a project: a folder from elsewhere must not
be able to open other files on the machine."""

VARIANT = Option(
    "variant",
    str,
    "Select a variant of a USD stage, as SET=NAME; repeatable.",
    (),
    repeated=True,
)
"""For every verb that reads a model."""

RAW_WEIGHTS = Option(
    "raw_weights",
    bool,
    "Use the weights of glTF vertices as stored, instead of normalising them as engines do.",
    False,
)
"""For every verb that moves vertices by their weights, or writes them in another format."""

DRAFT = Option(
    "draft",
    bool,
    "Also check and read draft glTF extensions and versions; see docs/standards.md.",
    False,
)
"""For verbs that check or convert a model."""

STRICT = Option(
    "strict", bool, "Exit with 1 if anything was dropped or changed, instead of only reporting it.", False
)
"""For verbs that drop what a target cannot store."""

TEXT_OR_JSON = Option(
    "format",
    str,
    "Text, or one JSON document.",
    "text",
    choices=("text", "json"),
    group="command",
)
"""For verbs that print measurements."""

FORCE = Option("force", bool, "Replace files that are read-only.", False)
"""For every verb that writes a file. The command takes it, and lets all of its work replace such files."""


POSE_HELP = "A pose of the document by its name, or a JSON file of local transforms and blend weights."


def pose_parameters(
    rotate: str = "rotate",
    clip: str = "The clip to take the pose from, by name or index; the first if only --time is given.",
    time: str = "Seconds into the clip; 0 if only --clip is given.",
) -> tuple[Parameter, ...]:
    """The pose of a rig of any dimension; `rotate` is what the function calls the rotations of nodes, `clip`
    and `time` the help of these two."""
    return (
        Parameter("clip", clip),
        Parameter("time", time),
        Parameter(
            rotate,
            "NODE=rx,ry,rz rotates a node, by name, index or humanoid bone: degrees about x, then y, then z "
            "of its parent. NODE=yw:90,xz:10 rotates it in planes, in any dimension: degrees from the first "
            "axis towards the second; planes from left to right.",
            option="set",
            parser="NODE=rx,ry,rz",
            repeated=True,
        ),
        Parameter("pose", POSE_HELP),
        Parameter(
            "blend_weights",
            "NAME=X sets the weight of a blend shape, by name or index, in every mesh that has it.",
            option="blend",
            parser="NAME=X",
            repeated=True,
        ),
        EXPRESSION,
    )


EXPRESSION = Parameter(
    "expressions",
    "NAME=X sets the weight of a VRM expression, from 0 to 1.",
    option="expression",
    parser="NAME=X",
    repeated=True,
)

LOOK_AT = Parameter("look_at", "x,y,z: the point that a VRM's eyes look at.", parser="x,y,z")

CONSTRAINTS = Parameter(
    "constraints",
    "Whether to solve node constraints.",
    negative="--no-constraints",
)

ROTATE = Parameter(
    "rotate",
    "Rotate the posed model about the origin first: degrees in planes, as in xw:30,yz:10, from the first "
    "axis towards the second; planes from left to right.",
)

CUT = (
    ROTATE,
    Parameter("w", "Cut a 4D model at this w (default: 0)."),
    *(
        Parameter(axis, f"Cut a model of {size} or more dimensions at this {axis} (default: 0).")
        for size, axis in zip(("five", "six", "seven", "eight"), "vuts", strict=True)
    ),
    Parameter(
        "plane",
        "Cut a 4D model by the 3-space a,b,c,d,e: its normal, and its distance from the origin.",
        parser="a,b,c",
    ),
)
"""How a model of four dimensions or more is shown in three."""

PROJECTIONS = ("orthographic", "perspective")
PROJECT_HELP = "Project all edges of a 4D model instead of slicing it."
DISTANCE_HELP = "Camera distance, for --project perspective."

MOTION = Parameter(
    "motion",
    "Take the clip from another file; its skeleton may differ.",
    loads=True,
)


def target(help: str, *, required: bool = True) -> Argument:
    """The argument for the file to write."""
    return Argument("target", help, required=required, suffixes="write")
