"""`fix`: a copy of an asset with violations fixed, and the list of changes."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pantin.assets.asset import Asset
from pantin.assets.edits import edit_of

if TYPE_CHECKING:
    from pantin.assets.gltf_edits import Change


class Fixed(Asset):
    """A fixed asset; `changes` has a `Change` (rule, count, what) for each rule that was fixed."""

    changes: list[Change]


def fix(asset: Asset, rules: Collection[str] | None = None) -> Fixed:
    """A copy of the asset with the violations of these rules fixed where that is safe; without rules, all
    violations in its report.

    A safe fix does not change how a conforming reader shows the model. (Readers disagree about weights that
    do not sum to 1; after the fix they agree.) Raises `Unsupported` for a format without fixes.

    >>> fixed = pantin.fix(pantin.load("examples/loose.glb"))
    >>> [change.rule for change in fixed.changes]
    ['RIG-WEIGHTS_NOT_ONE']
    """
    change = edit_of(asset, "fix")
    broken = {finding.rule for finding in asset.report.findings} if rules is None else rules
    document = asset.document.copy()
    done = change(document, broken)
    fixed = Fixed(asset.path, asset.format, document=document, findings=asset.carried)
    fixed.changes = done
    return fixed
