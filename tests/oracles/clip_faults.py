"""Faults put into clips at random places, one kind each: what the rules about clips must find.

Each function takes a rig, the index of one of its clips and a random generator, and gives a rig with the
faulty clip, or None where the clip cannot have the fault. A fault is large enough to be seen: at least twice
what the rule allows where it has a size.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import pantin
from pantin.maths import quaternion
from pantin.rig import Channel, Clip, Rig

Fault = Callable[[Rig, int, np.random.Generator], Rig | None]


def swap(rig: Rig, index: int, clip: Clip) -> Rig:
    return rig.replace(clips=[*rig.clips[:index], clip, *rig.clips[index + 1 :]])


def with_channel(clip: Clip, channel: Channel, number: int) -> Clip:
    channels = [*clip.channels[:number], channel, *clip.channels[number + 1 :]]
    return clip.replace(channels=tuple(channels))


def size_of(rig: Rig) -> float:
    joints = sorted({int(joint) for skin in rig.skins for joint in skin.joints if joint >= 0})
    places = pantin.motion.joint_positions(rig)
    return float(np.ptp(places[joints] if joints else places, axis=0).max())


def keys_of(channel: Channel) -> np.ndarray:
    return channel.values[:, 1] if channel.interpolation == "CUBICSPLINE" else channel.values


def moving(clip: Clip, property: str, least: int = 12) -> list[int]:
    """Channels with LINEAR keys that move."""
    return [
        number
        for number, channel in enumerate(clip.channels)
        if channel.property == property
        and channel.interpolation == "LINEAR"
        and len(channel.times) >= least
        and np.ptp(channel.values, axis=0).max() > 0.02
    ]


def turn(degrees: float, rng: np.random.Generator) -> np.ndarray:
    axis = rng.normal(size=3)
    half = np.radians(degrees) / 2
    return np.append(axis / np.linalg.norm(axis) * np.sin(half), np.cos(half))


def turned(channel: Channel, by: np.ndarray) -> Channel:
    """A channel with each key turned by one of (K, 4) rotations."""
    values = quaternion.product(quaternion.normalize(channel.values.astype(float)), by)
    return channel.replace(values=values)


def moved_by(rig: Rig, before: Clip, after: Clip, times: np.ndarray) -> float:
    """How far a joint is moved at most, as a part of the size."""
    places = [pantin.motion.joint_positions(rig, pantin.sample(rig, clip, times)) for clip in (before, after)]
    return float(np.linalg.norm(places[0] - places[1], axis=2).max()) / size_of(rig)


def loop_seam(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    """A joint that turns away slowly, and does not come back."""
    clip = rig.clips[index]
    for _ in range(20):
        candidates = moving(clip, "rotation")
        if not candidates:
            return None
        number = int(rng.choice(candidates))
        channel = clip.channels[number]
        way = np.linspace(0, 1, len(channel.times))
        axis = turn(180, rng)[:3]
        half = np.radians(rng.uniform(20, 70)) / 2 * way
        by = np.concatenate([axis * np.sin(half)[:, None], np.cos(half)[:, None]], axis=1)
        faulty = with_channel(clip, turned(channel, by), number)
        if moved_by(rig, clip, faulty, np.array([clip.duration])) > 0.05:
            return swap(rig, index, faulty)
    return None


def loop_speed(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    """A clip that slows down until it stands at its end, in the pose in which it begins."""
    clip, end = rig.clips[index], rig.clips[index].duration
    share = rng.uniform(0.5, 0.9)
    frames = np.arange(0, end, 1 / 60)
    ease = share * end
    late = np.clip((frames - (end - ease)) / ease, 0, 1)
    # Time runs as u(t): evenly, then ever slower; it reaches the end at t = end with u' = 0.
    rate = end / (end - ease / 2)
    played = np.where(
        frames < end - ease, frames * rate, (end - ease) * rate + ease * rate * (late - late**2 / 2)
    )
    poses = pantin.sample(rig, clip, np.minimum(played, end))
    places = pantin.motion.joint_positions(rig, poses)
    speeds = np.diff(places, axis=0) * 60 / size_of(rig)
    jump = float(np.linalg.norm(speeds[0] - speeds[-1], axis=1).max())
    inside = float(np.linalg.norm(np.diff(speeds, axis=0), axis=2).max())
    apart = places[0] - pantin.motion.joint_positions(rig, pantin.sample(rig, clip, end))
    apart[:, [0, 2]] -= np.median(apart[:, [0, 2]], axis=0)
    if jump < max(1.0, 2 * inside) or np.abs(apart).max() > 0.02 * size_of(rig):
        return None
    last = pantin.sample(rig, clip, np.array([end]))
    every = [poses[i] for i in range(len(frames))] + [last[0]]
    made = pantin.motion.clip_from_poses(rig, every, [*frames, end])
    return swap(rig, index, made.replace(name=clip.name))


def root_channel(rig: Rig, clip: Clip) -> int | None:
    bones = pantin.find_humanoid(rig)
    hips = bones.nodes.get("hips") if bones.humanoid else None
    numbers = [
        number
        for number, channel in enumerate(clip.channels)
        if channel.property == "translation"
        and channel.interpolation == "LINEAR"
        and len(channel.times) >= 12
        and channel.node == hips
    ]
    return numbers[0] if numbers else None


def shifted(rig: Rig, clip: Clip, number: int, world: np.ndarray) -> Clip:
    """The clip with the node of a channel moved by (K, 3) in the world."""
    channel = clip.channels[number]
    parent = int(rig.nodes.parents[channel.node])
    if parent >= 0:
        transforms = pantin.motion.world_transforms(rig, pantin.sample(rig, clip, channel.times))
        # A scale of 0, of what has not appeared yet, has no inverse.
        world = (np.linalg.pinv(transforms[:, parent, :, :3]) @ world[..., None])[..., 0]
    return with_channel(clip, channel.replace(values=channel.values.astype(float) + world), number)


def root_way(rig: Rig, clip: Clip) -> np.ndarray:
    """From where the hips begin to where they end, along the ground."""
    hips = pantin.find_humanoid(rig).nodes["hips"]
    places = pantin.motion.joint_positions(rig, pantin.sample(rig, clip, [0.0, clip.duration]))
    return (places[1] - places[0])[hips, [0, 2]]


def heading(rng: np.random.Generator) -> np.ndarray:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), 0.0, np.sin(angle)])


def root_drift(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    """The root of a clip in place that ends elsewhere."""
    clip = rig.clips[index]
    number = root_channel(rig, clip)
    if number is None or np.linalg.norm(root_way(rig, clip)) > 0.02 * size_of(rig):
        return None
    way = np.linspace(0, 1, len(clip.channels[number].times))[:, None]
    return swap(
        rig, index, shifted(rig, clip, number, way * heading(rng) * rng.uniform(0.04, 0.12) * size_of(rig))
    )


def root_speed(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    """A root that travels at two speeds."""
    clip = rig.clips[index]
    number = root_channel(rig, clip)
    if number is None:
        return None
    way = np.linspace(0, 1, len(clip.channels[number].times))
    split, ratio = rng.uniform(0.3, 0.7), rng.uniform(1.8, 3.0)
    distance = np.where(way < split, way, split + (way - split) * ratio)
    along = (distance * size_of(rig) * rng.uniform(0.6, 2.0))[:, None] * heading(rng)
    return swap(rig, index, shifted(rig, clip, number, along))


def below_ground(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip = rig.clips[index]
    number = root_channel(rig, clip)
    if number is None:
        return None
    down = np.zeros((len(clip.channels[number].times), 3))
    down[:, 1] = -rng.uniform(0.1, 0.3) * size_of(rig)
    faulty = shifted(rig, clip, number, down)
    bones, times = pantin.find_humanoid(rig).nodes, np.linspace(0, clip.duration, 9)
    feet = [bones[bone] for bone in ("leftFoot", "rightFoot") if bone in bones]
    places = [pantin.motion.joint_positions(rig, pantin.sample(rig, each, times)) for each in (clip, faulty)]
    before, after = (np.min(each[:, feet, 1]) for each in places)
    rest = np.min(pantin.motion.joint_positions(rig)[feet, 1])
    # Feet that hang in the air, or that do not follow the hips, are not below the ground.
    deep = before < rest + 0.02 * size_of(rig) and after < before - 0.09 * size_of(rig)
    return swap(rig, index, faulty) if deep else None


def foot_slide(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    """A planted foot that is dragged over the ground and back, by inverse kinematics."""
    clip, bones = rig.clips[index], pantin.find_humanoid(rig)
    if not bones.humanoid or "leftFoot" not in bones.nodes or "rightFoot" not in bones.nodes:
        return None
    times = np.linspace(0, clip.duration, max(12, round(clip.duration * 60)))
    poses = pantin.sample(rig, clip, times)
    world = pantin.motion.world_transforms(rig, poses)
    side = str(rng.choice(["left", "right"]))
    foot = bones.nodes[f"{side}Foot"]
    path = world[:, foot, :, 3]
    # A foot stands where its ankle and its toes stay within a hundredth of the size above their lowest place.
    height, size = path[:, 1], size_of(rig)
    low = height < height.min() + 0.01 * size
    toes = bones.nodes.get(f"{side}Toes")
    if toes is not None:
        low &= world[:, toes, 1, 3] < world[:, toes, 1, 3].min() + 0.01 * size
    standing = [
        frame
        for frame in np.flatnonzero(low)
        if low[np.abs(times - times[frame]) < 0.1].all() and 0.1 < times[frame] < clip.duration - 0.1
    ]
    rest = pantin.motion.joint_positions(rig)[foot, 1]
    if (
        not standing
        or abs(height.min() - rest) > 0.03 * size
        or not _has_flat_sole(rig, clip, foot, times[standing])
    ):
        return None
    middle = int(rng.choice(standing))
    spread = rng.uniform(0.05, 0.08)
    bump = np.exp(-(((times - times[middle]) / spread) ** 2))
    goal = path + bump[:, None] * heading(rng) * rng.uniform(0.09, 0.13) * size_of(rig)
    rotations = world[:, foot, :, :3]
    reached = pantin.motion.reach(rig, poses, {foot: goal})
    after = pantin.motion.world_transforms(rig, reached)
    if np.abs(after[middle, foot, :, 3] - goal[middle]).max() > 0.01 * size_of(rig):
        return None
    # The sole stays as flat as it was: the foot keeps its rotation in the world.
    parent = int(rig.nodes.parents[foot])
    local = np.linalg.solve(after[:, parent, :, :3], rotations)
    every = [
        reached[frame].with_local(foot, rotation=_quaternion(local[frame])) for frame in range(len(times))
    ]
    made = pantin.motion.clip_from_poses(rig, every, times)
    return swap(rig, index, made.replace(name=clip.name))


def _has_flat_sole(rig: Rig, clip: Clip, foot: int, times: np.ndarray) -> bool:
    """Whether the skin of the model is at about one height while the foot stands: cartoon feet roll."""
    if not rig.meshes:
        return True
    poses = [pantin.sample(rig, clip, float(time)) for time in times[:: max(1, len(times) // 4)]]
    lows = [min(float(mesh.positions[:, 1].min()) for mesh in pantin.deform(rig, pose)) for pose in poses]
    return bool(np.ptp(lows) < 0.005 * size_of(rig))


def _quaternion(matrix: np.ndarray) -> np.ndarray:
    """Of a rotation with a scale, by the eigenvector of Bar-Itzhack's matrix."""
    u, _, v = np.linalg.svd(matrix)
    m = u @ v
    k = np.array(
        [
            [m[0, 0] - m[1, 1] - m[2, 2], 0, 0, 0],
            [m[0, 1] + m[1, 0], m[1, 1] - m[0, 0] - m[2, 2], 0, 0],
            [m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], m[2, 2] - m[0, 0] - m[1, 1], 0],
            [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], m.trace()],
        ]
    )
    return np.linalg.eigh(k)[1][:, -1]


def frozen(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip = rig.clips[index]
    for _ in range(40):
        candidates = moving(clip, "rotation", 16)
        if not candidates:
            return None
        number = int(rng.choice(candidates))
        channel = clip.channels[number]
        step = float(np.median(np.diff(channel.times)))
        length = max(5, round(rng.uniform(0.2, 0.4) / step))
        if step > 0.1 or len(channel.times) < length + 6:
            continue
        first = int(rng.integers(2, len(channel.times) - length - 2))
        values = channel.values.copy()
        truth = quaternion.normalize(values[first + length].astype(float))
        values[first : first + length] = values[first]
        held = quaternion.normalize(values[first].astype(float))
        if np.degrees(quaternion.angle(held, truth)) > 12 and not np.allclose(
            values[first - 1], values[first]
        ):
            return swap(rig, index, with_channel(clip, channel.replace(values=values), number))
    return None


def missing(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip = rig.clips[index]
    nodes = sorted({channel.node for channel in clip.channels if channel.property == "rotation"})
    every = {
        channel.node for each in rig.clips for channel in each.channels if channel.property == "rotation"
    }
    if len(nodes) < max(6, 0.9 * len(every)):
        return None
    sided = [node for node in nodes if pantin.find_humanoid(rig).humanoid and _partner(rig, node) in nodes]
    if not sided:
        return None
    node = int(rng.choice(sided))
    kept = tuple(channel for channel in clip.channels if channel.node != node)
    return swap(rig, index, clip.replace(channels=kept))


def _partner(rig: Rig, node: int) -> int:
    from pantin.motion.mirroring import exchange

    name = rig.nodes.names[node] or ""
    other = exchange(name)
    return -1 if other == name or other not in rig.nodes.names else rig.nodes.names.index(other)


def flip(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    """One or two keys that are turned away."""
    clip = rig.clips[index]
    candidates = [n for n in moving(clip, "rotation", 8) if np.diff(clip.channels[n].times).max() < 0.07]
    if not candidates:
        return None
    number = int(rng.choice(candidates))
    channel = clip.channels[number]
    first = int(rng.integers(2, len(channel.times) - 3))
    by = np.tile([0.0, 0.0, 0.0, 1.0], (len(channel.times), 1))
    by[first : first + int(rng.integers(1, 3))] = turn(rng.uniform(110, 180), rng)
    faulty = with_channel(clip, turned(channel, by), number)
    return swap(rig, index, faulty) if _shows(rig, clip, faulty, float(channel.times[first])) else None


def _shows(rig: Rig, before: Clip, after: Clip, time: float) -> bool:
    """Whether anything that is drawn is elsewhere: goals of inverse kinematics move nothing in a file."""
    if not rig.instances:
        return True
    drawn = [pantin.deform(rig, pantin.sample(rig, clip, time)) for clip in (before, after)]
    return any(np.abs(a.positions - b.positions).max(initial=0.0) > 0 for a, b in zip(*drawn, strict=True))


def teleport(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip = rig.clips[index]
    number = root_channel(rig, clip)
    if number is None or np.diff(clip.channels[number].times).max() > 0.07:
        return None
    count = len(clip.channels[number].times)
    world = np.zeros((count, 3))
    first = int(rng.integers(2, count - 3))
    world[first : first + int(rng.integers(1, 3))] = heading(rng) * rng.uniform(0.8, 3.0) * size_of(rig)
    return swap(rig, index, shifted(rig, clip, number, world))


def stray_key(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip = rig.clips[index]
    usable = [n for n, c in enumerate(clip.channels) if c.interpolation == "LINEAR" and len(c.times) > 1]
    if len(usable) < 8:
        return None
    number = int(rng.choice(usable))
    channel = clip.channels[number]
    times = np.append(channel.times, clip.duration * rng.uniform(1.5, 5.0) + 0.3)
    values = np.concatenate([channel.values, channel.values[-1:]])
    return swap(rig, index, with_channel(clip, channel.replace(times=times, values=values), number))


def late_start(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip, by = rig.clips[index], rng.uniform(0.3, 2.0)
    channels = tuple(channel.replace(times=channel.times.astype(float) + by) for channel in clip.channels)
    return swap(rig, index, clip.replace(channels=channels))


def uneven(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip = rig.clips[index]
    longest = max(clip.channels, key=lambda channel: len(channel.times))
    steps = np.diff(longest.times)
    if len(steps) < 12 or np.median(steps) > 0.06:
        return None
    step = float(np.median(steps))
    knots = np.arange(0, clip.duration + step, step)
    noise = knots + rng.uniform(-0.4, 0.4, len(knots)) * step
    noise[0] = 0.0
    channels = tuple(
        channel.replace(times=np.maximum.accumulate(np.interp(channel.times, knots, noise)))
        for channel in clip.channels
    )
    return swap(rig, index, clip.replace(channels=channels))


def dense(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip = rig.clips[index]
    if len(moving(clip, "rotation", 4)) < 2:
        return None
    longest = max(clip.channels, key=lambda channel: len(channel.times))
    rate = (len(longest.times) - 1) / max(1e-6, float(np.ptp(longest.times)))
    fps = rate * int(rng.integers(5, 9))
    if fps < 70 or any(channel.interpolation != "LINEAR" for channel in clip.channels):
        return None
    return swap(rig, index, pantin.motion.resample(clip, fps=fps))


def scale(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip = rig.clips[index]
    nodes = sorted({channel.node for channel in clip.channels if channel.property == "rotation"})
    if not nodes:
        return None
    node = int(rng.choice(nodes))
    kept = [c for c in clip.channels if not (c.node == node and c.property == "scale")]
    values = np.ones((3, 3))
    values[1] = rng.uniform(1.05, 1.5)
    grown = Channel(node, "scale", np.array([0.0, clip.duration / 2, clip.duration]), values)
    return swap(rig, index, clip.replace(channels=(*kept, grown)))


def constant(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    clip = rig.clips[index]
    candidates = moving(clip, "rotation")
    if len(candidates) < 2:
        return None
    number = int(rng.choice(candidates))
    channel = clip.channels[number]
    values = np.repeat(channel.values[:1], len(channel.times), axis=0)
    return swap(rig, index, with_channel(clip, channel.replace(values=values), number))


def broken_knee(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    """A knee that bends forward for a while, or a head that looks backwards."""
    clip, bones = rig.clips[index], pantin.find_humanoid(rig)
    if not bones.humanoid or not {"leftToes", "rightToes", "head"} <= set(bones.nodes):
        return None
    side = str(rng.choice(["left", "right"]))
    knee, foot = bones.nodes[f"{side}LowerLeg"], bones.nodes[f"{side}Foot"]
    times = np.linspace(0, clip.duration, max(12, round(clip.duration * 30)))
    poses = pantin.sample(rig, clip, times)
    rest = pantin.motion.joint_positions(rig)
    across = rest[bones.nodes["leftUpperLeg"]] - rest[bones.nodes["rightUpperLeg"]]
    ahead = rest[bones.nodes["leftToes"]] - rest[bones.nodes["leftFoot"]]
    forward = np.cross(across, [0.0, 1.0, 0.0])
    across = across / np.linalg.norm(across) * np.sign(forward @ ahead)
    middle, spread = rng.uniform(0.2, 0.8) * clip.duration, rng.uniform(0.1, 0.3)
    # The thigh is straight down in the world, and the shin is turned forward from it.
    angle = np.radians(rng.uniform(60, 100))
    every = []
    for frame, time in enumerate(times):
        pose = poses[frame]
        if abs(time - middle) < spread:
            world = pantin.motion.world_transforms(rig, pose)
            upper = bones.nodes[f"{side}UpperLeg"]
            thigh = world[knee, :, 3] - world[upper, :, 3]
            shin = world[foot, :, 3] - world[knee, :, 3]
            to = _rodrigues(across, -angle) @ (thigh / np.linalg.norm(thigh))
            by = _between(shin / np.linalg.norm(shin), to)
            parent = world[int(rig.nodes.parents[knee]), :, :3]
            local = np.linalg.solve(parent, by @ world[knee, :, :3])
            pose = pose.with_local(knee, rotation=_quaternion(local))
        every.append(pose)
    made = pantin.motion.clip_from_poses(rig, every, times)
    return swap(rig, index, made.replace(name=clip.name))


def _rodrigues(axis: np.ndarray, angle: float) -> np.ndarray:
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def _between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    axis = np.cross(a, b)
    sine = np.linalg.norm(axis)
    if sine < 1e-9:
        return np.eye(3)
    return _rodrigues(axis / sine, float(np.arctan2(sine, a @ b)))


def asymmetry(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    """A clip for the left, and its mirror image for the right in which one joint is turned."""
    clip = rig.clips[index]
    try:
        mirrored = pantin.motion.mirror(rig, clip)
    except ValueError:
        return None
    for _ in range(20):
        candidates = moving(mirrored, "rotation")
        if not candidates:
            return None
        number = int(rng.choice(candidates))
        channel = mirrored.channels[number]
        by = np.tile(turn(rng.uniform(25, 60), rng), (len(channel.times), 1))
        faulty = with_channel(mirrored, turned(channel, by), number)
        below = _moved_joints(rig, mirrored, faulty)
        if moved_by(rig, mirrored, faulty, np.linspace(0, clip.duration, 9)) > 0.06 and below < 0.2:
            pair = [clip.replace(name="step_left"), faulty.replace(name="step_right")]
            return rig.replace(clips=pair)
    return None


def _moved_joints(rig: Rig, before: Clip, after: Clip) -> float:
    """The part of the joints that differ."""
    joints = sorted({int(joint) for skin in rig.skins for joint in skin.joints if joint >= 0})
    joints = joints or list(range(len(rig.nodes)))
    times = np.linspace(0, before.duration, 9)
    places = [pantin.motion.joint_positions(rig, pantin.sample(rig, clip, times)) for clip in (before, after)]
    far = np.linalg.norm(places[0] - places[1], axis=2).max(axis=0)[joints] > 0.02 * size_of(rig)
    return float(far.mean())


def gait_phase(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    """A walk, and the same steps faster as a run, begun at another part of the cycle."""
    clip, bones = rig.clips[index], pantin.find_humanoid(rig)
    name = (clip.name or "").lower()
    if not bones.humanoid or not any(word in name for word in ("walk", "run", "jog")):
        return None
    feet = [bones.nodes.get(f"{side}Foot") for side in ("left", "right")]
    if None in feet:
        return None
    frames = max(24, round(clip.duration * 30))
    times = np.arange(frames) / frames * clip.duration
    poses = pantin.sample(rig, clip, times)
    heights = pantin.motion.joint_positions(rig, poses)[:, feet, 1]
    apart = heights[:, 1] - heights[:, 0]
    apart = apart - apart.mean()
    # Feet take turns once: the second half of the cycle is the first with left and right exchanged.
    turned = np.roll(apart, frames // 2)
    if np.ptp(apart) < 0.03 * size_of(rig) or (apart * turned).sum() > -0.7 * (apart * apart).sum():
        return None
    by = round(rng.uniform(0.3, 0.7) * frames)
    order = [*np.roll(np.arange(frames), -by), by % frames]
    spread = np.append(times, clip.duration) * rng.uniform(0.6, 0.9)
    run = pantin.motion.clip_from_poses(rig, [poses[int(frame)] for frame in order], spread)
    return rig.replace(clips=[clip.replace(name="walk"), run.replace(name="run")])


def same_name(rig: Rig, index: int, rng: np.random.Generator) -> Rig | None:
    name = rig.clips[index].name or "motion"
    clip = rig.clips[index].replace(name=name)
    spelled = str(rng.choice([name, name.upper(), name.capitalize(), f"Armature|{name}"]))
    if "|" in name and spelled.startswith("Armature|"):
        spelled = name
    return rig.replace(clips=[clip, rig.clips[index].replace(name=spelled)])


FAULTS: dict[str, tuple[str, Fault]] = {
    "loop_seam": ("CLIP-LOOP_SEAM", loop_seam),
    "loop_speed": ("CLIP-LOOP_SPEED", loop_speed),
    "foot_slide": ("CLIP-FOOT_SLIDE", foot_slide),
    "below_ground": ("CLIP-FOOT_BELOW_GROUND", below_ground),
    "root_drift": ("CLIP-ROOT_DRIFT", root_drift),
    "root_speed": ("CLIP-ROOT_SPEED", root_speed),
    "frozen": ("CLIP-FROZEN_CHANNEL", frozen),
    "missing": ("CLIP-MISSING_CHANNEL", missing),
    "flip": ("CLIP-JUMP", flip),
    "teleport": ("CLIP-JUMP", teleport),
    "stray_key": ("CLIP-KEYS_RANGE", stray_key),
    "late_start": ("CLIP-KEYS_RANGE", late_start),
    "uneven": ("CLIP-UNEVEN_RATE", uneven),
    "dense": ("CLIP-DENSE_KEYS", dense),
    "constant": ("CLIP-CONSTANT_CHANNELS", constant),
    "scale": ("CLIP-SCALE", scale),
    "broken_knee": ("CLIP-RANGE", broken_knee),
    "asymmetry": ("CLIP-ASYMMETRY", asymmetry),
    "gait_phase": ("CLIP-GAIT_PHASE", gait_phase),
    "same_name": ("CLIP-NAME", same_name),
}

OF_LOOPS = ("loop_seam", "loop_speed", "foot_slide", "root_drift", "root_speed", "gait_phase")
"""Faults that clips have which are meant to loop."""
