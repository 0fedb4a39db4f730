"""Clips sampled at tensors of times, with glTF's interpolation and gradients with respect to time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from pantin.motion.sampling import find_clip
from pantin.motion.tracks import Track, clip_tracks
from pantin.rig import Clip, Rig
from pantin.torch.kinematics import Nodes, nearest_parts
from pantin.torch.normals import normalize
from pantin.torch.rotations import from_quaternions
from pantin.torch.tensors import finite_tensor


def sample_clip(rig: Rig, nodes: Nodes, clip: int | str | Clip, times: Tensor | ArrayLike) -> dict[str, Any]:
    """Keyword arguments of a module for the poses of a clip at (B,) times; everything else keeps the values
    of the nodes."""
    dtype, device = nodes.translations.dtype, nodes.translations.device
    seconds = finite_tensor(times, "times", "a number or a list of numbers, in seconds")
    when = torch.atleast_1d(seconds.to(device)).double()
    if when.ndim != 1:
        raise ValueError(f"times must be a number or a list of numbers, but have shape {tuple(when.shape)}")
    parts, tracks = _Parts(rig, nodes, len(when)), clip_tracks(find_clip(rig, clip))
    if rig.dimension != 3 and any(track.property in ("rotation", "scale") for track in tracks):
        raise ValueError(
            f"clips that rotate or scale nodes have gradients in 3 dimensions only, not in {rig.dimension}: "
            "pantin.sample gives their poses"
        )
    parts.replace_matrices(tracks)
    unknown = (when * 0.0)[:, None, None]  # not a number for a tensor's times that are not finite
    for track in tracks:
        parts.set(track, sample_track(track, when) + unknown)
    return {name: _cast(value, dtype) for name, value in parts.inputs().items()}


def _cast(value: Any, dtype: torch.dtype) -> Any:
    return [tensor.to(dtype) for tensor in value] if isinstance(value, list) else value.to(dtype)


class _Parts:
    """Translations, rotations, scales and weights of B poses, first at rest and then track by track.

    Rotations are quaternions or matrices, as the nodes have them.
    """

    def __init__(self, rig: Rig, nodes: Nodes, batch: int) -> None:
        self.rig, self.batch, self.device = rig, batch, nodes.translations.device
        stored = {"translation": nodes.translations, "rotation": nodes.rotations, "scale": nodes.scales}
        self.parts = {name: self._repeat(part) for name, part in stored.items()}
        blend = rig.rest_pose().blend
        self.weights = [
            self._repeat(torch.tensor(np.array(weights), device=self.device)) for weights in blend
        ]

    def _repeat(self, rest: Tensor) -> Tensor:
        return rest.double().expand(self.batch, *rest.shape)

    def replace_matrices(self, tracks: Sequence[Track]) -> None:
        """If a track has only the rotation or the scale of a node with a general matrix, the other part comes
        from the nearest transform without shear."""
        moved = [track.nodes for track in tracks if track.property in ("rotation", "scale")]
        general = np.flatnonzero(self.rig.nodes.general)
        released = np.intersect1d(general, np.concatenate(moved)) if moved else general[:0]
        if not len(released):
            return
        nodes = torch.tensor(released, device=self.device)
        linear = self.parts["rotation"][:, nodes] * self.parts["scale"][:, nodes, None]
        for name, values in zip(("rotation", "scale"), nearest_parts(linear), strict=True):
            self._put(name, nodes, values)

    def set(self, track: Track, values: Tensor) -> None:
        """Write the values (B, C or 1, width) of a track into the poses."""
        values = values.expand(-1, len(track.nodes), -1)
        if track.property == "weights":
            for column, node in enumerate(track.nodes.tolist()):
                self.weights[self.rig.instance_at(node)] = values[:, column]
            return
        if track.property == "rotation" and self.parts["rotation"].ndim == 4:
            values = from_quaternions(values)
        self._put(track.property, torch.tensor(track.nodes, device=self.device), values)

    def _put(self, name: str, nodes: Tensor, values: Tensor) -> None:
        self.parts[name] = self.parts[name].index_copy(1, nodes, values)

    def inputs(self) -> dict[str, Any]:
        """The keyword arguments."""
        return {
            "rotations": self.parts["rotation"],
            "translations": self.parts["translation"],
            "scales": self.parts["scale"],
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
    """Cubic Hermite spline with tangents per second; rotations are normalized. The differentiable counterpart
    of `maths.hermite`."""
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
