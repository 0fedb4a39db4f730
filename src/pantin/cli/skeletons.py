"""`pantin skeletons`: explicit skeletons derived from skins, shown, or taken away."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pantin.cli.exit import Exit, UsageError
from pantin.cli.opening import source_of, unreadable
from pantin.cli.options import Flag
from pantin.cli.streams import STANDARD, console, say, to_standard_output

if TYPE_CHECKING:
    from pantin.assets import Asset
    from pantin.assets.gltf import GltfAsset
    from pantin.edit.skeletons import Derived
    from pantin.formats.gltf.document import Document
    from pantin.report import Finding
    from pantin.rig import Rig

Merge = Literal["overlap", "touching", "siblings"]


def skeletons(
    source: str,
    target: str | None = None,
    /,
    *,
    merge: Merge = "overlap",
    fix: Flag = False,
    strip: Flag = False,
    report: Flag = False,
    format: Literal["text", "json"] = "text",
) -> int:
    """
    For example:

        pantin skeletons examples/skeletons/plain.gltf out.gltf
        pantin skeletons examples/skeletons/plain.gltf out.gltf --merge touching
        pantin skeletons examples/skeletons/plain.gltf --report
        pantin skeletons examples/skeletons/explicit.gltf plain.gltf --strip

    Parameters
    ----------
    source
        The file to read; - is standard input.
    target
        The file to write; - is standard output, which takes a .glb.
    merge
        Which skins share a skeleton: those whose joints overlap; also those hanging from a joint of another
        (touching); also those hanging from one node (siblings).
    fix
        Add a root node where the joints of a skin have none in common.
    strip
        Remove the extension; skins keep the pose they are bound in.
    report
        Print the tree of each skeleton, with the skins that use each joint, and write nothing.
    format
        The report, or why there are no skeletons, for people or as one JSON document.
    """
    if report == (target is not None):
        raise UsageError("give a file to write, or --report" if not report else "--report writes no file")
    if strip and (report or fix or merge != "overlap"):
        raise UsageError("--strip goes with no other option")
    if target not in (None, STANDARD):
        _want_place(target)
    data, name = source_of(source)
    with unreadable(name):
        asset = _loaded(data, name)
        if strip:
            _strip(asset.document)
            return _written(asset, target)
        outcome = derived(asset.document, merge, fix)
        if outcome.refused:
            return _refuse(asset, name, outcome.refused, format, fix)
        if report:
            return _report(name, outcome, format)
        if not outcome.derived.skeletons:
            say(f"{name} has no skin to derive a skeleton from; {target} says nothing new")
        return _written(asset, target)


def _want_place(target: str) -> None:
    """Raise `UsageError` for a file that has no place for skeletons, before any work is done for it."""
    from pantin.assets.conversion import family_of

    try:
        family = family_of(target)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if family not in ("glTF", "G4MF"):
        raise UsageError(f"{target}: {Path(target).suffix} has no place for skeletons; .gltf and .glb have")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The rig of a document, the skeletons written into it, or the findings for which nothing was."""

    rig: Rig
    derived: Derived
    refused: tuple[Finding, ...] = ()


def derived(document: Document, merge: Merge = "overlap", fix: bool = False) -> Outcome:
    """Derive skeletons from the skins of a document and write them into it.

    It is refused, and the document is of no further use, where the skins are broken, where joints have no
    common root (unless `fix` can add one), and where the result would break a rule of the extension.
    """
    from pantin.edit.skeletons import Derived, derive
    from pantin.formats.gltf.ext.staik_skeletons.lift import unfinished
    from pantin.formats.gltf.ext.staik_skeletons.lower import lower
    from pantin.formats.gltf.ext.staik_skeletons.obstacles import no_common_root, obstacles, remaining
    from pantin.formats.gltf.lift import lift

    lifted = lift(document)
    rig = lifted.rig
    broken = obstacles(document, lifted)
    if broken:
        return Outcome(rig, Derived(), tuple(broken))
    children = [(node.children or ()) if node else () for node in document.model.nodes]
    begun = unfinished(document, rig)
    found = derive(rig, merge=merge, fix=fix, children=children, unfinished=begun)
    if found.apart:
        return Outcome(rig, found, tuple(no_common_root(found.apart)))
    roots = [one.below for one in found.roots]
    lower(document, rig, found.skeletons, found.owners, promoted=found.promoted, roots=roots)
    return Outcome(rig, found, tuple(remaining(document)))


def _strip(document: Document) -> None:
    from pantin.formats.gltf.ext.staik_skeletons.strip import strip
    from pantin.formats.gltf.lift import lift

    strip(document, lift(document).rig)


def _loaded(source: str | bytes, name: str) -> GltfAsset:
    from pantin.assets import load
    from pantin.assets.gltf import in_gltf

    return in_gltf(load(source, name=name))


def _written(asset: Asset, target: str | None) -> int:
    from pantin.assets import save
    from pantin.report.render.text import render

    assert target is not None
    lost = to_standard_output(lambda path: save(asset, path)) if target == STANDARD else save(asset, target)
    sys.stderr.writelines(render([lost]))
    return Exit.CLEAN if lost.ok else Exit.FINDINGS


def _refuse(asset: GltfAsset, name: str, findings: tuple[Finding, ...], format: str, fix: bool) -> int:
    """Say why there are no skeletons; nothing is written."""
    from pantin.formats.gltf.check import with_lines
    from pantin.report import Report
    from pantin.report.render import json, text

    made = Report(name, asset.document.kind, tuple(with_lines(asset.document, findings)))
    if format == "json":
        sys.stdout.writelines(json.render([made]))
    else:
        sys.stderr.writelines(text.render([made]))
    hint = "" if fix or not any(one.fix for one in findings) else "; --fix adds a root node"
    say(f"{name}: no skeletons can be derived{hint}")
    return Exit.FINDINGS


def _report(name: str, outcome: Outcome, format: str) -> int:
    from pantin.cli.skeleton_trees import outlines, print_trees

    made = outlines(outcome.rig, outcome.derived)
    if format == "json":
        import json

        import msgspec

        print(json.dumps({"path": name, "skeletons": msgspec.to_builtins(made)}, indent=2))
    else:
        print_trees(name, made, console(sys.stdout))
    return Exit.CLEAN
