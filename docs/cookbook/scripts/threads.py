"""Deform in several threads: rigs are frozen, so they share one."""

from concurrent.futures import ThreadPoolExecutor

import pantin

rig = pantin.load("examples/arm.glb").rig


def height(time: float) -> float:
    return float(pantin.deform(rig, pantin.sample(rig, "bend", time)).bounds[1][1])


with ThreadPoolExecutor(4) as pool:
    print(max(pool.map(height, [0.0, 0.5, 1.0, 1.5])))
