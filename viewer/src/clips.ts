// Clips, evaluated at a moment. three.js's mixer writes only what changed since its last write, so that rotations
// by hand behind a paused clip would pile up; its interpolants are used without it.

import { type AnimationClip, type Interpolant, Mesh, type Object3D, Quaternion, Vector3 } from "three";

interface Channel {
  target: Object3D;
  property: "position" | "quaternion" | "scale" | "morphTargetInfluences";
  interpolant: Interpolant;
}

interface Rest {
  position: Vector3;
  quaternion: Quaternion;
  scale: Vector3;
  amounts: number[];
}

export class Clips {
  private readonly channels: Channel[][];
  private readonly rest = new Map<Object3D, Rest>();

  constructor(root: Object3D, clips: AnimationClip[]) {
    const named = new Map<string, Object3D>();
    root.traverse((object) => {
      named.set(object.uuid, object);
      if (object.name && !named.has(object.name)) named.set(object.name, object);
      this.rest.set(object, {
        position: object.position.clone(),
        quaternion: object.quaternion.clone(),
        scale: object.scale.clone(),
        amounts: [...(amountsOf(object) ?? [])],
      });
    });
    this.channels = clips.map((clip) => clip.tracks.flatMap((track) => channel(track, named)));
  }

  restOf(object: Object3D): Rest | undefined {
    return this.rest.get(object);
  }

  /** Put every object where the clip has it at a moment, and all others where they rest. */
  apply(clip: number | null, time: number): void {
    for (const [object, rest] of this.rest) {
      object.position.copy(rest.position);
      object.quaternion.copy(rest.quaternion);
      object.scale.copy(rest.scale);
      const amounts = amountsOf(object);
      if (amounts) rest.amounts.forEach((value, at) => (amounts[at] = value));
    }
    for (const one of clip === null ? [] : (this.channels[clip] ?? [])) write(one, time);
  }
}

function amountsOf(object: Object3D): number[] | undefined {
  return object instanceof Mesh ? object.morphTargetInfluences : undefined;
}

function channel(track: AnimationClip["tracks"][number], named: Map<string, Object3D>): Channel[] {
  const dot = track.name.lastIndexOf(".");
  const target = named.get(track.name.slice(0, dot));
  const property = track.name.slice(dot + 1) as Channel["property"];
  // The types leave out that a track makes its own interpolant, which for cubic splines is glTF's.
  const made = (track as unknown as { createInterpolant(result?: unknown): Interpolant }).createInterpolant();
  return target ? [{ target, property, interpolant: made }] : [];
}

function write(one: Channel, time: number): void {
  const values = one.interpolant.evaluate(time) as ArrayLike<number>;
  if (one.property === "morphTargetInfluences") {
    const amounts = amountsOf(one.target);
    if (amounts) for (let at = 0; at < amounts.length; at++) amounts[at] = values[at] ?? 0;
  } else if (one.property === "quaternion") one.target.quaternion.fromArray(values as number[]).normalize();
  else one.target[one.property].fromArray(values as number[]);
}
