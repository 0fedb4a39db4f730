// What the visitor has chosen, and who wants to know when it changes. It is also what a link carries.

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
  /** Rotations by hand, behind what the clip or the rest pose gives. */
  turned: Map<number, Quad>;
  /** Blend amounts by hand, which stand before those of a clip; the key is `node.shape`. */
  amounts: Map<string, number>;
  /** Which slice of a 4D model is shown. */
  slice: number;
  turntable: boolean;
}

export const USUAL: Shown = {
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
    shown: { ...USUAL },
    clip: null,
    time: 0,
    playing: false,
    speed: 1,
    turned: new Map(),
    amounts: new Map(),
    slice: 0,
    turntable: false,
  };
  private readonly listeners: [Set<Topic>, () => void][] = [];

  on(topics: Topic[], listener: () => void): void {
    this.listeners.push([new Set(topics), listener]);
  }

  /** Change the state and tell those who listen to one of these topics, each once. */
  change(topics: Topic[], edit: (state: State) => void): void {
    edit(this.state);
    for (const [wanted, listener] of this.listeners) if (topics.some((one) => wanted.has(one))) listener();
  }

  select(node: number | null): void {
    if (node !== this.state.selected) this.change(["selected"], (state) => (state.selected = node));
  }

  toggle(part: keyof Shown, on?: boolean): void {
    this.change(["shown"], (state) => (state.shown[part] = on ?? !state.shown[part]));
  }

  turn(node: number, rotation: Quad | null): void {
    this.change(["pose"], (state) => {
      if (rotation) state.turned.set(node, rotation);
      else state.turned.delete(node);
    });
  }

  resetPose(): void {
    this.change(["pose"], (state) => {
      state.turned.clear();
      state.amounts.clear();
    });
  }
}
