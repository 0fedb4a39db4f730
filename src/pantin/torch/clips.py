"""Clips sampled at tensors of times, with glTF's interpolation and gradients with respect to time."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from pantin.motion.sampling import find_clip
from pantin.motion.tracks import Track, clip_tracks
from pantin.rig import Clip, Doubles, Rig
from pantin.torch.kinematics import split_linear
from pantin.torch.normals import normalize
from pantin.torch.rotations import from_quaternions


def sample_clip(
    rig: Rig, clip: int | str | Clip, times: Tensor | ArrayLike, dtype: torch.dtype, device: torch.device
) -> dict[str, Any]:
    """Keyword arguments of a module for the poses of a clip at (B,) times."""
    when = torch.atleast_1d(torch.as_tensor(times, device=device)).double()
    if when.ndim != 1:
        raise ValueError(f"times must be a number or a list of numbers, but have shape {tuple(when.shape)}")
    parts = _Parts(rig, len(when), device)
    for track in clip_tracks(find_clip(rig, clip)):
        parts.set(track, sample_track(track, when))
    return {name: _cast(value, dtype) for name, value in parts.inputs().items()}


def _cast(value: Any, dtype: torch.dtype) -> Any:
    return [tensor.to(dtype) for tensor in value] if isinstance(value, list) else value.to(dtype)


class _Parts:
    """Translations, rotations, scales and weights of B poses, first at rest and then track by track."""

    def __init__(self, rig: Rig, batch: int, device: torch.device) -> None:
        self.rig, self.batch, self.device = rig, batch, device
        rest = rig.rest_pose()
        self.general = rest.general.copy()
        self.parts = {"translation": self._repeat(rest.translations), "scale": self._repeat(rest.scales)}
        if rest.quaternions is not None:
            self.parts["rotation"] = self._repeat(rest.quaternions)
        self.weights = [self._repeat(weights) for weights in rest.blend]

    def _repeat(self, rest: Doubles) -> Tensor:
        return torch.tensor(np.array(rest), device=self.device).expand(self.batch, *rest.shape)

    def set(self, track: Track, values: Tensor) -> None:
        """Put the values (B, C or 1, width) of a track in their places."""
        values = values.expand(-1, len(track.nodes), -1)
        nodes = torch.tensor(track.nodes, device=self.device)
        if track.property == "weights":
            for column, node in enumerate(track.nodes.tolist()):
                self.weights[self.rig.instance_at(node)] = values[:, column]
            return
        self.parts[track.property] = self.parts[track.property].index_copy(1, nodes, values)
        if track.property in ("rotation", "scale"):
            self.general[track.nodes] = False

    def inputs(self) -> dict[str, Any]:
        """The keyword arguments; a general matrix that no rotation or scale replaces is kept."""
        rotations, scales = self.parts.get("rotation"), self.parts["scale"]
        rest = self.rig.rest_pose()
        if rotations is None or self.general.any():
            fixed, stretched = (
                torch.tensor(np.array(part), device=self.device) for part in split_linear(rest)
            )
            kept = torch.tensor(
                self.general if rotations is not None else np.ones_like(self.general), device=self.device
            )
            turned = fixed[None] if rotations is None else from_quaternions(rotations)
            rotations = torch.where(kept[:, None, None], fixed, turned).expand(self.batch, *fixed.shape)
            scales = torch.where(kept[:, None], stretched, scales)
        return {
            "rotations": rotations,
            "translations": self.parts["translation"],
            "scales": scales,
            "blend_weights": self.weights,
        }


def sample_track(track: Track, times: Tensor) -> Tensor:
    """(B, C, width) values of a track's channels at (B,) times; (B, 1, width) where they share them."""
    device = times.device
    keys, stored = (torch.tensor(array, device=device) for array in (track.times, track.values))
    values = stored[:, 1] if track.interpolation == "CUBICSPLINE" else stored
    left = (torch.searchsorted(keys, times.detach(), right=True) - 1).clamp(0, len(keys) - 1)
    if track.interpolation == "STEP" or len(keys) == 1:
        return values[left]
    right = (left + 1).clamp(max=len(keys) - 1)
    span = keys[right] - keys[left]
    moving = (span > 0) & (times >= keys[left])
    fraction = torch.where(moving, (times - keys[left]) / torch.where(span > 0, span, 1.0), 0.0)
    if track.interpolation == "CUBICSPLINE":
        return _spline(track, stored, left, right, span[:, None, None], fraction[:, None, None])
    if track.arcs is not None:
        return _slerp(track, left, fraction, values)
    start, end = values[left], values[right]
    return start + (end - start) * fraction[:, None, None]


def _slerp(track: Track, left: Tensor, fraction: Tensor, values: Tensor) -> Tensor:
    arcs = track.arcs
    assert arcs is not None
    device = fraction.device
    angle, sine = (torch.tensor(array, device=device)[left] for array in (arcs.angle, arcs.sine))
    start, end = (torch.tensor(array, device=device)[:, left] for array in (arcs.start, arcs.end))
    t = fraction[:, None]
    bent = angle > 0
    first = torch.where(bent, ((1.0 - t) * angle).sin() / sine, 1.0 - t)
    second = torch.where(bent, (t * angle).sin() / sine, t)
    return (first * start + second * end).permute(1, 2, 0)


def _spline(track: Track, stored: Tensor, left: Tensor, right: Tensor, span: Tensor, t: Tensor) -> Tensor:
    """Cubic Hermite spline with tangents per second; rotations are normalized."""
    start, leaving = stored[left, 1], stored[left, 2]
    end, arriving = stored[right, 1], stored[right, 0]
    t2, t3 = t * t, t * t * t
    curve = (
        (2 * t3 - 3 * t2 + 1) * start
        + span * (t3 - 2 * t2 + t) * leaving
        + (3 * t2 - 2 * t3) * end
        + span * (t3 - t2) * arriving
    )
    if track.property == "rotation":
        identity = curve.new_tensor((0.0, 0.0, 0.0, 1.0)).expand_as(curve)
        curve = normalize(curve, identity)
    return curve
