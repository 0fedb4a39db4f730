"""The vectors with Pantin, for `run.py`: an example of an engine."""

import json

import numpy as np

import pantin
from pantin.deformation import deform
from pantin.deformation.element_attributes import deform_elements
from pantin.motion import solve_constraints


def springbone(model, motion, step, steps):
    rig = pantin.load(json.dumps(model).encode(), name="vector.gltf").rig
    springs, pose, rows = pantin.SpringSimulation(rig), rig.rest_pose(), []
    for index in range(steps):
        for node, members in motion[index].items() if index < len(motion) else ():
            pose = pose.with_local(int(node), **members)
        made = springs.step(step, pose)
        rows.append({node: made.rotations[node].tolist() for node in springs.joints.tolist()})
    return rows


def node_constraint(model, poses):
    rig = pantin.load(json.dumps(model).encode(), name="vector.gltf").rig
    rows = []
    for given in poses:
        pose = rig.rest_pose()
        for node, rotation in given.items():
            pose = pose.with_local(int(node), rotation=rotation)
        made = solve_constraints(rig, pose)
        rows.append(
            {constraint.node: made.rotations[constraint.node].tolist() for constraint in rig.constraints}
        )
    return rows


def g4mf(model, node, poses):
    rig = pantin.load(json.dumps(model).encode(), name="vector.g4tf").rig
    size, rows = rig.dimension, []
    for given in poses:
        pose = rig.rest_pose()
        for moved in given["nodes"]:
            basis = np.reshape(moved["basis"], (size, size)).T
            matrix = np.column_stack([basis, moved["position"]])
            pose = pose.with_local(moved["node"], matrix=matrix)
        if "amounts" in given:
            pose = pose.with_blend(node, given["amounts"])
        surface, corners = deform(rig, pose)[0], deform_elements(rig, pose)[0]
        rows.append({"vertices": surface.positions.tolist(), "normals": corners.normals[0].tolist()})
    return rows
