"""Posed points by UsdSkel's own code: what Pantin's stages, and its rigs of stages, are compared with."""

from __future__ import annotations

import numpy as np
from pxr import Usd, UsdGeom, UsdSkel, UsdValidation


def posed_points(stage, time):
    """World-space points of every point-based prim at a time code, by path."""
    cache, transforms = UsdSkel.Cache(), UsdGeom.XformCache(time)
    everything = Usd.TraverseInstanceProxies()
    posed = {}
    for prim in stage.Traverse(everything):
        if prim.IsA(UsdSkel.Root):
            cache.Populate(UsdSkel.Root(prim), everything)
            for binding in cache.ComputeSkelBindings(UsdSkel.Root(prim), everything):
                posed |= _skinned(cache, binding, transforms, time)
    for prim in stage.Traverse(everything):
        points = UsdGeom.PointBased(prim)
        if points and prim.GetPath() not in posed and points.GetPointsAttr().Get(time):
            world = transforms.GetLocalToWorldTransform(prim)
            posed[prim.GetPath()] = _apply(points.GetPointsAttr().Get(time), world)
    return posed


def _skinned(cache, binding, transforms, time):
    skeleton = cache.GetSkelQuery(binding.GetSkeleton())
    world = transforms.GetLocalToWorldTransform(binding.GetSkeleton().GetPrim())
    joints = skeleton.ComputeSkinningTransforms(time)
    posed = {}
    for query in binding.GetSkinningTargets():
        prim = query.GetPrim()
        points = _blended(query, skeleton.GetAnimQuery(), time)
        if not query.HasJointInfluences():
            posed[prim.GetPath()] = _apply(points, transforms.GetLocalToWorldTransform(prim))
        elif query.IsRigidlyDeformed():
            posed[prim.GetPath()] = _apply(points, query.ComputeSkinnedTransform(joints, time) * world)
        else:
            assert query.ComputeSkinnedPoints(joints, points, time)
            posed[prim.GetPath()] = _apply(points, world)
    return posed


def _blended(query, animation, time):
    points = UsdGeom.PointBased(query.GetPrim()).GetPointsAttr().Get(time)
    if query.HasBlendShapes() and animation:
        weights = animation.ComputeBlendShapeWeights(time)
        mapper = query.GetBlendShapeMapper()
        weights = mapper.Remap(weights) if mapper else weights
        shapes = UsdSkel.BlendShapeQuery(UsdSkel.BindingAPI(query.GetPrim()))
        shapes.ComputeDeformedPoints(
            *shapes.ComputeSubShapeWeights(weights),
            shapes.ComputeBlendShapePointIndices(),
            shapes.ComputeSubShapePointOffsets(),
            points,
        )
    return points


def _apply(points, matrix):
    rows = np.array(points, np.float64)
    return (np.c_[rows, np.ones(len(rows))] @ np.array(matrix))[:, :3]


def validation_errors(stage):
    """What the validators of usd-core's registry say, all of them."""
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    assert len(validators) >= 29
    return [
        f"{error.GetName()}: {error.GetMessage()}"
        for error in UsdValidation.ValidationContext(validators).Validate(stage)
    ]
