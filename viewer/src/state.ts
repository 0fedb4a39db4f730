// What the user has chosen, with listeners for changes. A link stores the same state.

import { type FourState, initialFour } from "./four_dimensions/state";

export interface Shown {
  mesh: boolean;
  skeleton: boolean;
  names: boolean;
  heat: boolean;
  wireframe: boolean;
  normals: boolean;
  colliders: boolean;
  grid: boolean;
  axes: boolean;
  /** Light from the studio around the model; without it, lamps alone. */
  studio: boolean;
  /** Springs and constraints while the model is posed. */
  live: boolean;
  /** Distances from the model that this one is compared with. */
  distances: boolean;
  /** Handles at the selected node that rotate, move or scale it. */
  gizmo: boolean;
}

export type Quad = [number, number, number, number];
export type Triple = [number, number, number];

/** What was done to a node by hand, relative to the clip or the rest pose, in the space of its parent. */
export interface NodeEdit {
  rotation: Quad;
  translation: Triple;
  scale: Triple;
  /** The Euler angles (x, then y, then z; degrees) that `rotation` was set by, if it was: others give the same rotation. */
  angles?: Triple;
}

/** The parts of an edit that say what it is. */
export type EditPart = Exclude<keyof NodeEdit, "angles">;

export const NO_EDIT: Readonly<NodeEdit> = { rotation: [0, 0, 0, 1], translation: [0, 0, 0], scale: [1, 1, 1] };

/** How two models are shown: divided by a slider, side by side, or one of them. */
export const LAYOUTS = ["slider", "side", "first", "second"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** What dragging a bone, and the sliders of the selected node, change. */
export const TOOLS = ["rotate", "move", "scale", "reach"] as const;
export type Tool = (typeof TOOLS)[number];

/** The axes of the handles: those of the node, or those of the world. */
export const SPACES = ["local", "world"] as const;
export type Space = (typeof SPACES)[number];

/** What a clip does at its end. */
export const LOOPS = ["loop", "once", "bounce"] as const;
export type Loop = (typeof LOOPS)[number];

/** What the surfaces show: the model as it is, or one thing that its look is made of. */
export const CHANNELS = ["lit", "dominant", "checker", "base", "alpha", "metallic", "roughness", "occlusion", "emissive", "normal", "vertex"] as const;
export type Channel = (typeof CHANNELS)[number];

/** What the eyes of a character look at: what the pose says, the camera, or a point. */
export const GAZES = ["pose", "camera", "target"] as const;
export type Gaze = (typeof GAZES)[number];

export interface State {
  selected: number | null;
  shown: Shown;
  clip: number | null;
  time: number;
  playing: boolean;
  speed: number;
  edits: Map<number, NodeEdit>;
  /** Blend weights set by hand, which override those of a clip; the key is `node.shape`. */
  weights: Map<string, number>;
  /** Weights of expressions of a VRM, by index, from 0 to 1. */
  expressions: Map<number, number>;
  /** How far the model is in each pose of its source, from 0 to 1. */
  poses: Map<number, number>;
  /** How a 4D model is turned, cut and posed. */
  four: FourState;
  turntable: boolean;
  tool: Tool;
  space: Space;
  loop: Loop;
  /** The seconds between which a clip is played; all of it where it is null. */
  range: [from: number, to: number] | null;
  channel: Channel;
  /** Nodes whose meshes are hidden. */
  hidden: Set<number>;
  /** The variant of the materials (KHR_materials_variants). */
  variant: number | null;
  gaze: Gaze;
  gazeTarget: Triple;
  /** Whether the model is seen through its own eyes (VRMC_vrm, firstPerson). */
  firstPerson: boolean;
  layout: Layout;
  /** Where the slider between two models is, from 0 at the left to 1. */
  split: number;
}

export const DEFAULT_SHOWN: Shown = {
  mesh: true,
  skeleton: false,
  names: false,
  heat: false,
  wireframe: false,
  normals: false,
  colliders: false,
  grid: true,
  axes: false,
  studio: false,
  live: false,
  distances: false,
  gizmo: true,
};

export type Topic = "selected" | "shown" | "clip" | "time" | "pose" | "four" | "turntable" | "tool" | "layout";

export class Store {
  readonly state: State = {
    selected: null,
    shown: { ...DEFAULT_SHOWN },
    clip: null,
    time: 0,
    playing: false,
    speed: 1,
    edits: new Map(),
    weights: new Map(),
    expressions: new Map(),
    poses: new Map(),
    four: initialFour(),
    turntable: false,
    tool: "rotate",
    space: "local",
    loop: "loop",
    range: null,
    channel: "lit",
    hidden: new Set(),
    variant: null,
    gaze: "pose",
    gazeTarget: [0, 0, 0],
    firstPerson: false,
    layout: "slider",
    split: 0.5,
  };
  private readonly listeners: [Set<Topic>, () => void][] = [];

  on(topics: Topic[], listener: () => void): void {
    this.listeners.push([new Set(topics), listener]);
  }

  /** Change the state and call the listeners of these topics, each once. */
  change(topics: Topic[], edit: (state: State) => void): void {
    edit(this.state);
    for (const [wanted, listener] of this.listeners) if (topics.some((topic) => wanted.has(topic))) listener();
  }

  select(node: number | null): void {
    if (node !== this.state.selected) this.change(["selected"], (state) => (state.selected = node));
  }

  toggle(part: keyof Shown, on?: boolean): void {
    this.change(["shown"], (state) => (state.shown[part] = on ?? !state.shown[part]));
  }

  editOf(node: number): NodeEdit {
    return this.state.edits.get(node) ?? NO_EDIT;
  }

  /** Change parts of the edit of a node. */
  edit(node: number, parts: Partial<NodeEdit>): void {
    const { angles, ...before } = this.editOf(node);
    const kept = angles && !parts.rotation ? { angles } : {};
    this.change(["pose"], ({ edits }) => edits.set(node, { ...before, ...kept, ...parts }));
  }

  /** Remove everything that was done to a node by hand. */
  resetNode(node: number): void {
    this.change(["pose"], ({ edits, four }) => {
      edits.delete(node);
      four.joints.delete(node);
    });
  }

  /** Whether anything is posed by hand. */
  get isPosed(): boolean {
    const { edits, weights, expressions, poses, gaze } = this.state;
    return gaze !== "pose" || edits.size > 0 || weights.size > 0 || expressions.size > 0 || poses.size > 0;
  }

  resetPose(): void {
    this.change(["pose"], (state) => {
      for (const held of [state.edits, state.weights, state.expressions, state.poses, state.four.joints]) held.clear();
      state.gaze = "pose";
    });
  }
}
