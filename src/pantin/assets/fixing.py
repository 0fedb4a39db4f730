"""`fix`: an asset with what can be fixed safely, and what was changed, rule by rule."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pantin.assets.asset import Asset
from pantin.assets.edits import edit_of

if TYPE_CHECKING:
    from pantin.assets.gltf_edits import Change


class Fixed(Asset):
    """An asset after fixing; `changes` says what was done, a `Change` (rule, count, what) for each rule."""

    changes: list[Change]


def fix(asset: Asset, rules: Collection[str] | None = None) -> Fixed:
    """A copy of the asset in which what breaks these rules is fixed where there is a safe way; without rules,
    everything that its report has findings of.

    A fix is safe when the model looks the same to a reader that keeps to the format, but for weights that
    do not sum to 1, which readers treat differently: after it they agree. Raises `Unsupported` for a format
    that has no fixes.

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
