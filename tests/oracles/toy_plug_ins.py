"""A rule and a glTF extension of another package, as docs/cookbook shows them."""

from collections.abc import Iterator

import pantin
from pantin.formats import Extension, rule


@rule("TOY-UPPER", "warning", "node {name} is not in lower case")
def upper_case(rig: pantin.Rig) -> Iterator[pantin.Finding]:
    """Node has upper-case letters.

    What: the name of a node has upper-case letters.
    Why: the engine of this studio looks nodes up by lower-case names.
    Fix: rename the node.
    Source: the studio's guide.
    """
    for index, node in enumerate(rig.nodes):
        if node.name is not None and node.name != node.name.lower():
            yield upper_case.at(f"/nodes/{index}", name=node.name)


LEASH = Extension(extends={"TOY_leash": ("node",)})
