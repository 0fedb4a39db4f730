"""What a notebook shows: a model that can be turned, and short views of rigs, reports and poses."""

import pantin

asset = pantin.load("examples/arm.glb")
page = pantin.view(asset)  # the last line of a cell shows it
summary = asset.rig._repr_html_()
