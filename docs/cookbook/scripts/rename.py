"""Rename bones, all or none, and save; no other byte of the JSON changes."""

import pantin

asset = pantin.load("examples/arm.glb")
asset.rename({"shoulder": "upper_arm", "elbow": "forearm", "wrist": "hand"})
pantin.save(asset, "out/renamed.glb")
assert pantin.load("out/renamed.glb").rig.node("hand").parent == 1
