// Clips, evaluated at a time. three.js's mixer writes only values that changed since its last write, so rotations by
// hand on a paused clip would accumulate; its interpolants are used without the mixer.

import { type AnimationClip, type Interpolant, Mesh, type Object3D, type Quaternion, type Vector3 } from "three";

interface Channel {
  target: Object3D;
  property: "position" | "quaternion" | "scale" | "morphTargetInfluences";
  interpolant: Interpolant;
}

interface RestPose {
  position: Vector3;
  quaternion: Quaternion;
  scale: Vector3;
  weights: number[];
}

export class Clips {
  private readonly channels: Channel[][];
  private readonly rest = new Map<Object3D, RestPose>();

  private readonly named = new Map<string, Object3D>();

  constructor(root: Object3D, clips: AnimationClip[]) {
    const { named } = this;
    root.traverse((object) => {
      named.set(object.uuid, object);
      if (object.name && !named.has(object.name)) named.set(object.name, object);
      this.rest.set(object, {
        position: object.position.clone(),
        quaternion: object.quaternion.clone(),
        scale: object.scale.clone(),
        weights: [...(weightsOf(object) ?? [])],
      });
    });
    this.channels = clips.map((clip) => this.channelsOf(clip));
  }

  private channelsOf(clip: AnimationClip): Channel[] {
    return clip.tracks.flatMap((track) => channel(track, this.named));
  }

  /** Whether an object has a name as tracks have it. */
  knows(name: string): boolean {
    return this.named.has(name);
  }

  /** A clip of another file. */
  add(clip: AnimationClip): void {
    this.channels.push(this.channelsOf(clip));
  }

  restOf(object: Object3D): RestPose | undefined {
    return this.rest.get(object);
  }

  /** Set every object to its value in the clip at a time, and all others to the rest pose. */
  apply(clip: number | null, time: number): void {
    for (const [object, rest] of this.rest) {
      object.position.copy(rest.position);
      object.quaternion.copy(rest.quaternion);
      object.scale.copy(rest.scale);
      const weights = weightsOf(object);
      if (weights) rest.weights.forEach((value, index) => (weights[index] = value));
    }
    for (const channel of clip === null ? [] : (this.channels[clip] ?? [])) write(channel, time);
  }
}

function weightsOf(object: Object3D): number[] | undefined {
  return object instanceof Mesh ? object.morphTargetInfluences : undefined;
}

function channel(track: AnimationClip["tracks"][number], named: Map<string, Object3D>): Channel[] {
  const dot = track.name.lastIndexOf(".");
  const target = named.get(track.name.slice(0, dot));
  const property = track.name.slice(dot + 1) as Channel["property"];
  // The types omit that a track creates its own interpolant, which for cubic splines is glTF's.
  const interpolant = (track as unknown as { createInterpolant(result?: unknown): Interpolant }).createInterpolant();
  return target ? [{ target, property, interpolant }] : [];
}

function write(channel: Channel, time: number): void {
  const values = channel.interpolant.evaluate(time) as ArrayLike<number>;
  if (channel.property === "morphTargetInfluences") {
    const weights = weightsOf(channel.target);
    if (weights) for (let index = 0; index < weights.length; index++) weights[index] = values[index] ?? 0;
  } else if (channel.property === "quaternion") channel.target.quaternion.fromArray(values as number[]).normalize();
  else channel.target[channel.property].fromArray(values as number[]);
}
