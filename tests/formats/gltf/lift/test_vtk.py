"""Posed vertices agree with VTK, a reader that shares nothing with the package. Skipped where there is none.

What VTK 9.7 gets wrong is left to the oracle: a second set of influences, skins without inverse binds, sparse
accessors without a base, and blend amounts in a clip where the mesh has no `weights`.
"""

from __future__ import annotations

import numpy as np
import pytest

from pantin.deformation import deform
from pantin.formats.gltf import save
from pantin.formats.gltf.document import read
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.motion import sample
from pantin.rig import (
    BlendShape,
    Channel,
    Clip,
    Deltas,
    Influences,
    Instance,
    Mesh,
    Node,
    Scene,
    Skin,
    Surface,
    build,
)

RELATIVE = 2e-6
"""Of the largest coordinate: both sides work in float32, each off by 1e-6 at most (test_posed_vertices)."""

SAMPLES = ["Fox.glb", "RiggedFigure.glb", "RiggedSimple.glb", "SimpleMorph.gltf", "AnimatedMorphCube.glb"]
TIMES = (0.0, 0.31, 0.5, 1.0)


def vtk_points(path, time):
    """The coordinates of all posed points of a file at a time of its first clip, each axis sorted."""
    vtk_io = pytest.importorskip("vtkmodules.vtkIOGeometry", reason="VTK is not installed")
    support = pytest.importorskip("vtkmodules.util.numpy_support", reason="VTK is not installed")
    reader = vtk_io.vtkGLTFReader()
    reader.SetFileName(str(path))
    reader.ApplyDeformationsToGeometryOn()
    reader.UpdateInformation()
    if reader.GetNumberOfAnimations():
        reader.EnableAnimation(0)
        reader.UpdateInformation()
        reader.UpdateTimeStep(time)
    else:
        reader.Update()
    found = []
    iterator = reader.GetOutput().NewIterator()
    iterator.InitTraversal()
    while not iterator.IsDoneWithTraversal():
        found.append(support.vtk_to_numpy(iterator.GetCurrentDataObject().GetPoints().GetData()))
        iterator.GoToNextItem()
    return np.sort(np.concatenate(found), axis=0)


def compare(path, times):
    rig = lift(read(path)).rig
    for time in times:
        pose = sample(rig, 0, time) if rig.clips else rig.rest_pose()
        posed = deform(rig, pose, normals=False)
        mine = np.sort(np.concatenate([one.positions for one in posed]), axis=0)
        theirs = vtk_points(path, time)
        assert mine.shape == theirs.shape
        assert np.abs(mine - theirs).max() <= RELATIVE * np.abs(mine).max()


@pytest.mark.parametrize("name", SAMPLES)
def test_public_samples(corpus, name):
    pytest.importorskip("vtkmodules.vtkIOGeometry", reason="VTK is not installed")
    compare(corpus / "gltf-sample-assets" / name, TIMES)


def puppet(generator, targets):
    """A chain of four joints with a mesh, in a clip."""
    turns = generator.normal(size=(4, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    nodes = [Node(None, at - 1, generator.normal(size=3), turns[at]) for at in range(4)]
    nodes.append(Node("skin"))
    binds = generator.normal(size=(4, 3, 4))
    joints = np.tile(np.arange(4), 20)
    weights = generator.dirichlet(np.ones(4), 20).astype(np.float32).reshape(-1)
    shapes = tuple(
        BlendShape(Deltas(generator.normal(size=(20, 3)).astype(np.float32))) for _ in range(targets)
    )
    surface = Surface(
        generator.normal(size=(20, 3)).astype(np.float32),
        indices=np.arange(18),
        influences=Influences(np.arange(0, 81, 4), joints, weights),
        blend_shapes=shapes,
    )
    keys = generator.normal(size=(3, 4))
    keys /= np.linalg.norm(keys, axis=1, keepdims=True)
    channels = [Channel(1, "rotation", np.array([0.0, 0.5, 1.0]), keys)]
    if targets:
        amounts = generator.normal(size=(3, targets))
        channels.append(Channel(4, "weights", np.array([0.0, 0.5, 1.0]), amounts))
    return build(
        nodes=nodes,
        meshes=[Mesh((surface,), blend_weights=np.zeros(targets) if targets else None)],
        skins=[Skin(np.arange(4), binds)],
        instances=[Instance(4, 0, 0)],
        clips=[Clip(tuple(channels))],
        scenes=[Scene((0, 4))],
        default_scene=0,
    )


@pytest.mark.parametrize("targets", [0, 2])
def test_generated_files(tmp_path, targets):
    pytest.importorskip("vtkmodules.vtkIOGeometry", reason="VTK is not installed")
    for seed in range(3):
        path = tmp_path / f"puppet{seed}.glb"
        save.write(write(puppet(np.random.default_rng(seed), targets)), path)
        compare(path, TIMES)
