// Clips, evaluated at a time.

import { type AnimationClip, type KeyframeTrack, Mesh, type Object3D, type Quaternion, type Vector3 } from "three";
import { type Curve, curveOf } from "./curve";
import { type Face, type FaceMotion, NO_FACE } from "./face_motion";

interface Channel {
  target: Object3D;
  property: "position" | "quaternion" | "scale" | "morphTargetInfluences";
  curve: Curve;
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
  private readonly faces = new Map<number, FaceMotion>();

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

  /** A clip of another file, with the face that it moves. */
  add(clip: AnimationClip, face?: FaceMotion): void {
    if (face) this.faces.set(this.channels.length, face);
    this.channels.push(this.channelsOf(clip));
  }

  /** Expressions and gaze of a clip at a time. */
  face(clip: number | null, time: number): Face {
    return (clip === null ? undefined : this.faces.get(clip)?.at(time)) ?? NO_FACE;
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

function channel(track: KeyframeTrack, named: Map<string, Object3D>): Channel[] {
  const dot = track.name.lastIndexOf(".");
  const target = named.get(track.name.slice(0, dot));
  const property = track.name.slice(dot + 1) as Channel["property"];
  return target ? [{ target, property, curve: curveOf(track) }] : [];
}

function write({ target, property, curve }: Channel, time: number): void {
  const values = curve(time);
  if (property === "morphTargetInfluences") {
    const weights = weightsOf(target);
    if (weights) for (let index = 0; index < weights.length; index++) weights[index] = values[index] ?? 0;
  } else if (property === "quaternion") target.quaternion.fromArray(values).normalize();
  else target[property].fromArray(values);
}
