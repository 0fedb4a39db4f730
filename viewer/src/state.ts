// What the user has chosen, with listeners for changes. A link stores the same state.

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
}

export type Quad = [number, number, number, number];

export interface State {
  selected: number | null;
  shown: Shown;
  clip: number | null;
  time: number;
  playing: boolean;
  speed: number;
  /** Rotations set by hand, relative to the clip or the rest pose. */
  rotations: Map<number, Quad>;
  /** Blend weights set by hand, which override those of a clip; the key is `node.shape`. */
  weights: Map<string, number>;
  /** Weights of expressions of a VRM, by index, from 0 to 1. */
  expressions: Map<number, number>;
  /** How far the model is in each pose of its source, from 0 to 1. */
  poses: Map<number, number>;
  /** The visible slice of a 4D model. */
  slice: number;
  turntable: boolean;
}

export const DEFAULT_SHOWN: Shown = {
  mesh: true,
  skeleton: true,
  names: false,
  heat: false,
  wireframe: false,
  normals: false,
  colliders: false,
  grid: true,
  axes: false,
};

export type Topic = "selected" | "shown" | "clip" | "time" | "pose" | "slice" | "turntable";

export class Store {
  readonly state: State = {
    selected: null,
    shown: { ...DEFAULT_SHOWN },
    clip: null,
    time: 0,
    playing: false,
    speed: 1,
    rotations: new Map(),
    weights: new Map(),
    expressions: new Map(),
    poses: new Map(),
    slice: 0,
    turntable: false,
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

  rotate(node: number, rotation: Quad | null): void {
    this.change(["pose"], (state) => {
      if (rotation) state.rotations.set(node, rotation);
      else state.rotations.delete(node);
    });
  }

  resetPose(): void {
    this.change(["pose"], (state) => {
      state.rotations.clear();
      state.weights.clear();
      state.expressions.clear();
      state.poses.clear();
    });
  }
}
