"""Delete a bone: its weights go to its parent, everything else in the file stays."""

import pantin

asset = pantin.load("examples/arm.glb")
asset.remove_joint("wrist")
assert len(asset.rig.skin("arm").joints) == 2
pantin.save(asset, "out/short.glb")
