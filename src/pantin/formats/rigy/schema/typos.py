"""Common typos: keys and values from other tools, and the key that a misspelt one stands for."""

from __future__ import annotations

import re
from collections.abc import Collection

TYPOS: dict[tuple[str, str], str] = {
    ("transform", "position"): "did you mean 'translation'?",
    ("transform", "location"): "did you mean 'translation'?",
    ("transform", "rotation"): "use 'rotation_degrees' for [x, y, z] in degrees, or 'rotation_quat'",
    ("transform", "scale"): "a transform has no scale; change the dimensions",
    ("primitive", "position"): "use 'transform: {translation: [x, y, z]}'",
    ("primitive", "rotation"): "use 'transform: {rotation_degrees: [x, y, z]}'",
    ("primitive", "size"): "did you mean 'dimensions'?",
    **{
        ("primitive", name): f"write it in 'dimensions: {{{name}: …}}'"
        for name in ("radius", "height", "x", "y", "z", "width", "depth")
    },
    ("primitive", "length"): "write it in 'dimensions: {height: …}'",
    ("primitive", "diameter"): "write it in 'dimensions: {radius: …}', half as large",
    ("primitive", "children"): "primitives have no children; bones have parents",
    ("bone", "position"): "a bone has a 'head' and a 'tail'",
    ("bone", "length"): "a bone has a 'head' and a 'tail'",
    ("bone", "children"): "each child names its 'parent'",
    ("binding", "mesh"): "did you mean 'mesh_id'?",
    ("binding", "armature"): "did you mean 'armature_id'?",
    ("weights entry", "bone_id"): "write 'bones: [{bone_id: …, weight: 1}]'",
    ("missing", "bone parent"): "write 'parent: none' for the root bone",
    ("missing", "primitive dimensions"): "such as 'dimensions: {radius: 0.5}'",
    ("missing", "primitive type"): "box, sphere, cylinder, capsule, wedge or implicit_surface",
    ("missing", "Rigy document version"): "write 'version: \"0.13\"' in the first line",
    ("primitive", "color"): "define a material with 'base_color', and use 'material'",
    ("anchor", "position"): "did you mean 'translation'?",
    ("bone of a pose", "position"): "did you mean 'translation'?",
    ("bone of a pose", "rotation"): "use a quaternion [w, x, y, z]",
    ("mirror_x", "from"): "did you mean 'prefix_from'?",
    ("mirror_x", "to"): "did you mean 'prefix_to'?",
    ("cylinder", "length"): "did you mean 'height'?",
    ("capsule", "length"): "did you mean 'height'?",
    ("wedge", "width"): "did you mean 'x'?",
    ("wedge", "height"): "did you mean 'y'?",
    ("wedge", "depth"): "did you mean 'z'?",
    ("null", "parent"): "write none for a root bone",
    ("number", "version 0.1"): 'or "0.10" for version 0.10',
    ("yaml", "tab"): "indent with spaces instead of tabs",
}
"""The hint for a key, by the object that has it: the kind of a mapping or the type of a primitive with its
dimensions. `null`, `number` and `yaml` are typos in a value rather than in a key."""

_MEANT = re.compile(r"(?:did you mean|write it in) '(\w+)")

LONGEST = 80
"""Characters. The time of a comparison is quadratic in the length, and nobody mistypes a longer name."""


def closest(word: str, known: Collection[str]) -> str | None:
    """The known word that a misspelt one stands for, if one is close."""
    from difflib import get_close_matches  # only documents with a mistake pay for this import

    near = get_close_matches(word, known, 1, 0.6) if len(word) <= LONGEST else []
    return near[0] if near else None


def meant_key(holder: str, key: str, known: Collection[str]) -> str | None:
    """The key of an object that an unknown one stands for: a common typo, or a close spelling."""
    typo = _MEANT.search(TYPOS.get((holder, key), ""))
    return typo[1] if typo else closest(key, known)
