"""What the cells of a notebook show: a page of a model, and tables of its rig, its poses and its findings."""

import pantin

asset = pantin.load("examples/arm.glb")
page = pantin.view(asset, "bend")  # the last line of a cell is shown
poses = pantin.sample(asset.rig, "bend", [0.0, 0.5, 1.0])
for shown in (page, asset.rig, poses, asset.report):
    html = shown._repr_html_()  # what the notebook asks for
    print(type(shown).__name__, repr(shown), len(html) > 0)
