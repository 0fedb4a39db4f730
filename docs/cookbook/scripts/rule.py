"""A rule of your own; an entry point in the group `pantin.rules` adds it to every check."""

from collections.abc import Iterator

import pantin
from pantin.formats import rule


@rule("STUDIO-NAMES", "warning", "node {name} has spaces in its name")
def spaces(rig: pantin.Rig) -> Iterator[pantin.Finding]:
    """Node has spaces in its name."""
    for index, node in enumerate(rig.nodes):
        if node.name is not None and " " in node.name:
            yield spaces.at(f"/nodes/{index}", name=node.name)


asset = pantin.load("examples/arm.glb")
asset.rename({"elbow": "left elbow"})
assert [finding.rule for finding in pantin.check(asset, rules=[spaces])] == ["STUDIO-NAMES"]
