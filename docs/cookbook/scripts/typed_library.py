"""A function of a typed library: any model in, the length of each bone out."""

import pantin


def bone_lengths(model: pantin.Model) -> dict[str, float]:
    rig = pantin.Asset.from_model(model).rig
    lengths = pantin.motion.bone_lengths(rig)
    return {node.name or "": float(length) for node, length in zip(rig.nodes, lengths, strict=True)}


assert bone_lengths("examples/arm.glb")["elbow"] == 1.0
