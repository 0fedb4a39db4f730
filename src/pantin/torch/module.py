"""`RigModule`: a rig as a module whose inputs are poses and whose outputs are posed surfaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor, nn
from torch.utils._pytree import register_pytree_node

from pantin.base.records import replace
from pantin.base.short_repr import short_value
from pantin.kernels.spring_program import JointState
from pantin.rig import Clip, OnlyIn3D, Pose, Poses, Rig, Solver
from pantin.rig.rig import require_rig
from pantin.springs import Profile
from pantin.torch.clips import sample_clip
from pantin.torch.cuda import DIMENSIONS, is_available
from pantin.torch.inputs import (
    BlendWeights,
    Inputs,
    batch_of,
    check_inputs,
    flatten_leading,
    inputs_of_poses,
    is_one_batch,
    leading_shapes,
    require_tensor,
    require_tensors,
)
from pantin.torch.kinematics import Nodes
from pantin.torch.posing import Placed, Skinned, Transforms, pose_surface
from pantin.torch.rotations import from_quaternions, to_matrices
from pantin.torch.spring_parameters import SpringParameters, joint_forces
from pantin.torch.springs import Springs, as_forces, as_seconds
from pantin.torch.surfaces import SkinModule, make_meshes
from pantin.torch.tensors import to_numpy

if TYPE_CHECKING:
    from pantin.torch.cuda.backend import FusedOperations

BlendInput: TypeAlias = Tensor | Sequence[Tensor | None] | Mapping[str, Tensor | float] | None
"""The forms of blend weights that a module takes."""

LEARNED = ("positions", "weights", "inverse_binds", "rest", "blend_shapes", "springs")
"""What `learn` may name."""


@dataclass(frozen=True, eq=False, slots=True)  # not a record: torch.compile traces no struct
class Posed:
    """The result of a `RigModule`: B poses.

    positions  (B, V, N) of each surface, in the order of `pantin.deform`
    normals    (B, V, N) likewise, None for a surface that has none; None unless they are requested
    joints     (B, nodes, N, N + 1) world transforms of all nodes

    >>> module = pantin.torch.RigModule(pantin.load("examples/arm.glb").rig)
    >>> out = module(normals=True)
    >>> tuple(out.positions[0].shape), tuple(out.normals[0].shape), tuple(out.joints.shape)
    ((1, 52, 3), (1, 52, 3), (1, 4, 3, 4))
    """

    positions: list[Tensor]
    normals: list[Tensor | None] | None
    joints: Tensor

    def __repr__(self) -> str:
        vertices = sum(positions.shape[-2] for positions in self.positions)
        normals = "" if self.normals is None else " normals"
        shape = tuple(self.joints.shape)
        return f"<Posed surfaces={len(self.positions)} vertices={vertices}{normals} joints={shape}>"


def _flatten(posed: Posed) -> tuple[list[Tensor], Any]:
    """Its tensors, and which normals exist: `torch.cuda.make_graphed_callables` only accepts tensors."""
    normals = posed.normals or []
    known = None if posed.normals is None else [normal is not None for normal in normals]
    return [posed.joints, *posed.positions, *(part for part in normals if part is not None)], known


def _unflatten(tensors: Iterable[Tensor], known: list[bool] | None) -> Posed:
    joints, *rest = tensors
    count = len(rest) - sum(known or ())
    remaining = iter(rest[count:])
    normals = None if known is None else [next(remaining) if there else None for there in known]
    return Posed(rest[:count], normals, joints)


register_pytree_node(Posed, _flatten, _unflatten)


class RigModule(nn.Module):
    """Any rig as a PyTorch module with gradients for poses, and for the parts of the rig that `learn` names.

    rig     from `pantin.load(path).rig` or `pantin.build`
    dtype   torch.float32, float64, float16 or bfloat16, of parameters and results; transforms of nodes are
            computed in float64
    device  where its tensors are
    learn   which parts are parameters: "positions", "weights", "inverse_binds", "rest", "blend_shapes",
            "springs" (`module.springs.stiffness`, `drag` and `gravity`)
    scene   which scene is posed, as in `pantin.deform`
    solver  "linear" or "dqs" for all skins, instead of that of each skin

    >>> import torch
    >>> rig = pantin.load("examples/arm.glb").rig
    >>> module = pantin.torch.RigModule(rig)
    >>> bend = torch.tensor([[0.0, 0, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0]], requires_grad=True)
    >>> out = module(rotations=bend[None])
    >>> out.positions[0].sum().backward()
    >>> tuple(bend.grad.shape)
    (4, 3)
    """

    def __init__(
        self,
        rig: Rig,
        dtype: torch.dtype = torch.float32,
        device: torch.device | str | None = None,
        learn: Sequence[str] = (),
        *,
        scene: int | str | None = None,
        solver: Solver | None = None,
    ) -> None:
        require_rig(rig)
        super().__init__()
        if not (solver is None or (isinstance(solver, str) and solver in ("linear", "dqs"))):
            raise ValueError(f"solver must be 'linear' or 'dqs', not {short_value(solver)}")
        if solver == "dqs" and rig.dimension != 3:
            raise OnlyIn3D(f"dual quaternions need 3 dimensions; this rig has {rig.dimension}")
        if not isinstance(dtype, torch.dtype):
            raise TypeError(f"dtype must be a torch.dtype, such as torch.float32, not {short_value(dtype)}")
        if not dtype.is_floating_point:
            raise ValueError(f"dtype must be a type of real numbers, such as torch.float32, not {dtype}")
        self.rig, self.solver, self.learn = rig, solver, _checked_learn(learn)
        shown = rig.shown(scene)
        self.shown = [index for index, instance in enumerate(rig.instances) if shown[instance.node]]
        self.nodes = Nodes(rig, "rest" in self.learn)
        self.skins = nn.ModuleList(
            SkinModule(skin, rig.dimension, "inverse_binds" in self.learn) for skin in rig.skins
        )
        self.meshes = make_meshes(rig.meshes, self.learn)
        self._placed = list(self._place_surfaces())
        self.blend_weights = BlendWeights(rig)
        self.springs = SpringParameters(rig) if "springs" in self.learn else None
        self._springs: dict[Profile, Springs] = {}
        self._fused: FusedOperations | None = None
        self._move(device, dtype)

    def _move(self, device: object, dtype: torch.dtype) -> None:
        """Move to a device. Raises `TypeError` or `ValueError` for anything that is none here."""
        if device is None:
            self.to(dtype=dtype)
            return
        if not isinstance(device, torch.device | str | int):
            raise TypeError(f"device must be a torch.device or a string, not {short_value(device)}")
        try:
            torch.empty(0, device=device)
        except (AssertionError, RuntimeError, TypeError, ValueError) as error:
            why = str(error).partition("\n")[0]
            raise ValueError(f"PyTorch cannot use the device {short_value(device)} here: {why}") from None
        self.to(device=device, dtype=dtype)

    def __repr__(self) -> str:
        learned = f" learn={sorted(self.learn)}" if self.learn else ""
        return f"<RigModule of {self.rig!r}{learned}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> RigModule:
        """A module with its own tensors and the same rig, which is frozen; kernels are prepared again."""
        copied = type(self).__new__(type(self))
        memo |= {id(self): copied, id(self.rig): self.rig}
        copied.__dict__.update(deepcopy(self.__getstate__(), memo))
        return copied

    def __getstate__(self) -> dict[str, Any]:
        """The state for copies and pickles: everything but the kernels and springs, which are created at
        first use."""
        return self.__dict__ | {"_fused": None, "_springs": {}}

    @property
    def dtype(self) -> torch.dtype:
        """The dtype of parameters, inputs and results."""
        kind: torch.dtype = self.nodes.translations.dtype
        return kind

    @property
    def device(self) -> torch.device:
        """The device of the tensors."""
        device: torch.device = self.nodes.translations.device
        return device

    @property
    def backend(self) -> str:
        """The backend: "torch" (plain operations), or "triton" (fused kernels, on a CUDA device).

        `torch.compile` cannot see into the kernels: a compiled module uses plain operations.
        """
        if torch.compiler.is_compiling() or self.rig.dimension not in DIMENSIONS:
            return "torch"
        return "triton" if is_available(self.device) else "torch"

    def _fused_operations(self, device: torch.device) -> FusedOperations | None:
        """The kernels of this device, made at their first use."""
        known = self._fused
        if known is not None and known.device == device and not torch.compiler.is_compiling():
            return known
        if self.backend != "triton":
            return None
        from pantin.torch.cuda.backend import FusedOperations

        self._fused = FusedOperations(self.nodes, device)
        return self._fused

    def _place_surfaces(self) -> Iterator[Placed]:
        """Every surface that is shown."""
        for index in self.shown:
            instance = self.rig.instances[index]
            for surface in self.meshes[instance.mesh]:
                if instance.skin is None or surface.weights is None:
                    yield Placed(surface, None, instance.node, index, None)
                else:
                    skin = self.skins[instance.skin]
                    yield Placed(surface, skin, instance.node, index, self.solver or skin.solver)

    def forward(
        self,
        rotations: Tensor | None = None,
        translations: Tensor | None = None,
        scales: Tensor | None = None,
        blend_weights: BlendInput = None,
        root: Tensor | None = None,
        *,
        normals: bool = False,
    ) -> Posed:
        """Pose the rig. Inputs have B poses in front, or 1 for all; those that are not given are at rest.

        rotations      local and absolute: quaternions xyzw (B, nodes, 4) of any length, axis-angle
                       (B, nodes, 3) or 6D (B, nodes, 6) in 3D, or matrices (B, nodes, N, N)
        translations   (B, nodes, N)
        scales         (B, nodes, N)
        blend_weights  (B, shapes) for the only instance with blend shapes, a list with one tensor or None
                       for each instance of the rig, or by name: `{"smile": 0.5}`, numbers or (B,) tensors
        root           (B, N, N + 1) a transform above all roots
        normals        whether to compute normals too

        Instead of B there may be several dimensions, which are broadcast, or none for one pose; results have
        the same.
        """
        inputs, rest = Inputs(rotations, translations, scales, root), self.nodes.translations
        require_tensors(inputs, rest.device)
        blended = self.blend_weights.accept(blend_weights, rest.device)
        if not isinstance(normals, bool):
            raise TypeError(f"normals must be True or False, not {short_value(normals)}")
        nodes, dimension = len(self.rig.nodes), self.rig.dimension
        if not is_one_batch(inputs, blended, nodes, dimension):
            leading = leading_shapes(inputs, blended, nodes, dimension)
            if any(shape is not None and len(shape) != 1 for shape in leading):
                return self._forward_shaped(inputs, blended, leading, normals)
        check_inputs(inputs, nodes, dimension)
        weights = self.blend_weights.resolve(blended, rest.dtype)
        batch = batch_of(inputs, weights)
        with _without_autocast(rest.device.type):
            fused = self._fused_operations(rest.device) if batch else None
            if fused is None:
                linear, translation = self.nodes.local(rotations, translations, scales)
                world = self.nodes.world(linear, translation, root, batch)
                skinned: list[Skinned | None] = [None] * len(self._placed)
            else:
                world, skinned = fused.pose(inputs, batch, self._placed, weights, normals)
            transforms = Transforms(world)
            posed = [
                pose_surface(placed, transforms, weights[placed.instance], normals, done)
                for placed, done in zip(self._placed, skinned, strict=True)
            ]
            turned = [normal for _, normal in posed] if normals else None
            return Posed([positions for positions, _ in posed], turned, world.to(rest.dtype))

    def _forward_shaped(
        self,
        inputs: Inputs,
        blend_weights: Tensor | Sequence[Tensor | None] | None,
        leading: Sequence[tuple[int, ...] | None],
        normals: bool,
    ) -> Posed:
        """`forward` for one pose without a batch, or for several dimensions of poses."""
        whole = torch.broadcast_shapes(*(shape for shape in leading if shape is not None))
        flat = [
            None if tensor is None or own is None else flatten_leading(tensor, own, whole)
            for tensor, own in zip(inputs, leading[:4], strict=True)
        ]
        weights: Tensor | list[Tensor | None] | None = None
        if isinstance(blend_weights, Tensor):
            weights = flatten_leading(blend_weights, leading[4] or (), whole)
        elif blend_weights is not None:
            weights = [
                None if tensor is None else flatten_leading(tensor, own or (), whole)
                for tensor, own in zip(blend_weights, leading[4:], strict=True)
            ]
        posed = self.forward(flat[0], flat[1], flat[2], weights, flat[3], normals=normals)

        def shaped(tensor: Tensor) -> Tensor:
            return tensor.reshape(*whole, *tensor.shape[1:])

        turned = None
        if posed.normals is not None:
            turned = [None if normal is None else shaped(normal) for normal in posed.normals]
        return Posed([shaped(tensor) for tensor in posed.positions], turned, shaped(posed.joints))

    if TYPE_CHECKING:

        def __call__(
            self,
            rotations: Tensor | None = None,
            translations: Tensor | None = None,
            scales: Tensor | None = None,
            blend_weights: BlendInput = None,
            root: Tensor | None = None,
            *,
            normals: bool = False,
        ) -> Posed: ...

    def inputs_from(self, pose: Pose | Poses) -> dict[str, Any]:
        """The keyword arguments for a pose, or for a batch of poses.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> module = pantin.torch.RigModule(rig)
        >>> out = module(**module.inputs_from(pantin.sample(rig, "bend", [0.0, 0.5, 1.0])))
        >>> tuple(out.positions[0].shape)
        (3, 52, 3)
        """
        return inputs_of_poses(self.rig, pose, self.dtype, self.device)

    def sample(self, clip: int | str | Clip, times: Tensor | ArrayLike) -> dict[str, Any]:
        """The keyword arguments for a clip at times in seconds, as `pantin.sample`; differentiable in the
        times, and in a learned rest pose, which applies to everything that the clip does not move.

        >>> import torch
        >>> module = pantin.torch.RigModule(pantin.load("examples/arm.glb").rig)
        >>> times = torch.tensor([0.25, 0.5], requires_grad=True)
        >>> module(**module.sample("bend", times)).positions[0].sum().backward()
        >>> tuple(times.grad.shape)
        (2,)
        """
        return sample_clip(self.rig, self.nodes, clip, times)

    def spring_state(
        self,
        rotations: Tensor | None = None,
        translations: Tensor | None = None,
        scales: Tensor | None = None,
        root: Tensor | None = None,
        *,
        profile: Profile = "spec",
    ) -> Tensor:
        """The state (B, joints, 13) of the springs of B poses (3D), in float64: every joint at rest.

        A module that learns "rest" has no springs: raises `ValueError`. Use `RigModule(module.to_rig())`.
        """
        inputs, springs = Inputs(rotations, translations, scales, root), self._spring_program(profile)
        self._check_driving(inputs)
        return springs.reset(*self._driving_transforms(inputs, batch_of(inputs, ())))

    def spring_step(
        self,
        state: Tensor,
        dt: float,
        rotations: Tensor | None = None,
        translations: Tensor | None = None,
        scales: Tensor | None = None,
        root: Tensor | None = None,
        *,
        external: Tensor | ArrayLike | None = None,
        stiffness: Tensor | ArrayLike | None = None,
        drag: Tensor | ArrayLike | None = None,
        gravity: Tensor | ArrayLike | None = None,
        profile: Profile = "spec",
    ) -> tuple[Tensor, Tensor]:
        """One step of the springs (3D), differentiable: the next state, and the rotations of all nodes with
        those of the spring joints replaced.

        The pose drives the springs, as in `pantin.SpringBatch`; node constraints are not solved. `external`
        is an acceleration (3,) or (B, 3). A module that learns "rest" has no springs: raises `ValueError`.

        stiffness  for all joints, (J,) or (B, J), instead of that of the rig or the module
        drag       likewise, from 0 to 1
        gravity    (3,), (J, 3) or (B, J, 3) likewise: an acceleration

        J joints are in the order of `spring_joints`. Steps are differentiable in all of these.

        >>> import torch
        >>> module = pantin.torch.RigModule(pantin.load("examples/springs/strand.glb").rig)
        >>> state, drag = module.spring_state(), torch.tensor(0.4, requires_grad=True)
        >>> for _ in range(3):
        ...     state, rotations = module.spring_step(state, 1 / 60, drag=drag, external=(1, 0, 0))
        >>> module(rotations=rotations).positions[0].sum().backward()
        >>> bool(drag.grad != 0)
        True
        """
        inputs, springs = Inputs(rotations, translations, scales, root), self._spring_program(profile)
        self._check_driving(inputs)
        seconds = as_seconds(dt)
        shape = (len(springs.heads), JointState.width)
        require_tensor(state, "state", self.device)
        if state.ndim != 3 or tuple(state.shape[1:]) != shape:
            raise ValueError(f"state must have shape (B, {shape[0]}, {shape[1]}), not {tuple(state.shape)}")
        state = state.double()
        local, stretched, above = self._driving_transforms(inputs, len(state))
        wind = as_forces(external, len(state), self.device)
        settings = (stiffness, drag, gravity)
        forces = joint_forces(settings, self.springs, shape[0], len(state), self.device)
        state = springs.step(state, seconds, local, stretched, above, wind, forces)
        return state, self._with_joints(inputs.rotations, springs, state)

    @property
    def spring_joints(self) -> list[int]:
        """The nodes that springs move, in the order of states and parameters, as `SpringBatch.joints`."""
        heads: list[int] = self._spring_program("spec").heads.tolist()
        return heads

    def _spring_program(self, profile: Profile) -> Springs:
        if "rest" in self.learn:  # lengths, axes and rotations of joints are compiled from the rest pose
            raise ValueError(
                "the rest pose of this module is learned, so its springs are out of date: "
                "use RigModule(module.to_rig())"
            )
        if not isinstance(profile, str) or profile not in self._springs:
            self._springs[profile] = Springs(self.rig, profile)
        return self._springs[profile]

    def _check_driving(self, inputs: Inputs) -> None:
        """Raise `TypeError` or `ValueError` for poses that cannot drive the springs."""
        require_tensors(inputs, self.device)
        check_inputs(inputs, len(self.rig.nodes), self.rig.dimension)

    def _driving_transforms(self, inputs: Inputs, batch: int) -> tuple[Tensor, Tensor, Tensor]:
        """Local matrices (B, n, 3, 4), scales (B, n, 3) and the transform above the roots (B, 3, 4)."""
        linear, translation = self.nodes.local(inputs.rotations, inputs.translations, inputs.scales)
        scales = self.nodes.scales[None] if inputs.scales is None else inputs.scales
        above = torch.eye(3, 4, device=self.device)[None] if inputs.root is None else inputs.root
        (poses,) = torch.broadcast_shapes(linear.shape[:1], translation.shape[:1])  # 1: all have one pose
        linear, translation = linear.expand(poses, -1, -1, -1), translation.expand(poses, -1, -1)
        local = torch.cat((linear, translation[..., None]), -1).expand(batch, -1, -1, -1)
        return local, scales.double().expand(batch, -1, -1), above.double().expand(batch, -1, -1)

    def _with_joints(self, rotations: Tensor | None, springs: Springs, state: Tensor) -> Tensor:
        """The rotations of a pose with those of the spring joints: quaternions, or matrices where the pose
        has other forms."""
        local_rotations = self.nodes.rotations[None] if rotations is None else rotations
        turned: Tensor = state[..., JointState.rotation.columns]
        if local_rotations.ndim != 3 or local_rotations.shape[-1] != 4:
            local_rotations, turned = to_matrices(local_rotations.double(), 3), from_quaternions(turned)
        full = local_rotations.expand(len(state), *local_rotations.shape[1:]).to(self.dtype)
        return full.index_copy(1, springs.head_nodes(self.device), turned.to(self.dtype))

    def to_rig(self) -> Rig:
        """The rig with everything that was learned.

        >>> rig = pantin.load("examples/arm.glb").rig
        >>> pantin.torch.RigModule(rig, learn=["positions"]).to_rig()
        <Rig nodes=4 meshes=1 skins=1 clips=1>
        """
        changes: dict[str, Any] = {}
        if "rest" in self.learn:
            changes["nodes"] = self.nodes.node_list(self.rig)
        if "inverse_binds" in self.learn:
            changes["skins"] = [
                replace(skin, inverse_binds=to_numpy(learned.inverse_binds).astype(np.float64))
                for skin, learned in zip(self.rig.skins, self.skins, strict=True)
            ]
        if self.springs is not None:
            changes["springs"] = self.springs.settings(self.rig)
        if self.learn - {"rest", "inverse_binds", "springs"}:
            changes["meshes"] = [
                replace(
                    mesh,
                    surfaces=tuple(
                        learned.to_surface(surface, self.learn)
                        for surface, learned in zip(mesh.surfaces, surfaces, strict=True)
                    ),
                )
                for mesh, surfaces in zip(self.rig.meshes, self.meshes, strict=True)
            ]
        return self.rig.replace(**changes) if changes else self.rig


def _without_autocast(device: str) -> AbstractContextManager[object]:
    return torch.autocast(device, enabled=False) if torch.is_autocast_enabled(device) else nullcontext()


def _checked_learn(learn: Sequence[str]) -> frozenset[str]:
    if not isinstance(learn, Iterable):
        raise TypeError(f"learn must be a list of {', '.join(LEARNED)}, not {short_value(learn)}")
    names = [learn] if isinstance(learn, str) else list(learn)
    for name in names:
        if not isinstance(name, str) or name not in LEARNED:
            raise ValueError(f"learn must name some of {', '.join(LEARNED)}, not {short_value(name)}")
    return frozenset(names)
