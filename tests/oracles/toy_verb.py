"""A verb that other code could add: it lists the names of nodes, and writes a model without them."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.report.rule import rule
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, SOURCES, target
from pantin.verbs.verb import Parameter, Verb


class Anonymous(Asset):
    """The asset with other names; `renamed` is how many nodes have one."""

    renamed: int

    def describe(self) -> str:
        return f"renamed {self.renamed} nodes"


@rule("TOY-NAMELESS", "warning", "{count} nodes had no name")
def nameless(count: int) -> Iterator[object]:
    """Node has no name.

    What: a node has no name before it is given one.
    Why: nobody knows what it was.
    Fix: name the nodes.
    Source: the test of a toy verb.
    """
    if count:
        yield nameless.at("", count=count)


def anonymise(asset: Asset, *, prefix: str = "node", start: int = 0, keep: str | None = None) -> Anonymous:
    """A copy of the asset whose nodes are called by `prefix` and a number from `start` on, except `keep`."""
    renamed = Anonymous(asset.path, asset.format, document=asset.document.copy())
    names = asset.rig.nodes.names
    for index, name in enumerate(names):
        if keep is None or name != keep:
            renamed.rename("node", index, f"{prefix}{start + index}")
    renamed.renamed = sum(name != keep for name in names)
    renamed.findings = tuple(nameless(sum(name is None for name in names)))
    return renamed


VERB = Verb(
    anonymise,
    Parameter("prefix", "How the names of nodes begin.", choices=("node", "joint")),
    Parameter("start", "The number of the first node."),
    Parameter("keep", "The name of a node that keeps it.", option="except"),
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(SOURCES, target("The file to write, or the folder for many files.")),
    stores=("nodes",),
    examples="pantin anonymise examples/arm.glb out.glb --start 1",
)
