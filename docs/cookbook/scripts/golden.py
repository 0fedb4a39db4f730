"""Compare a model with the accepted one, by what both do."""

import pantin

difference = pantin.diff("examples/arm.glb", "examples/arm.glb", tolerance=1e-4)
assert difference.equal, str(difference)
