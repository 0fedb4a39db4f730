"""The weights of a mesh as a dense matrix, edited and stored again."""

import numpy as np

import pantin

asset = pantin.load("examples/arm.glb")
skin, surface = asset.rig.skin("arm"), asset.rig.mesh("sleeve").surfaces[0]
assert surface.influences is not None
weights = surface.influences.dense(len(skin.joints))
weights = np.round(weights * 8) / 8  # steps of an eighth
weights[:, 0] += 1 - weights.sum(axis=1)
asset.set_weights("sleeve", 0, weights)
assert asset.report.ok
