// Undo and redo of everything that changes the pose. A gesture (a drag, a key, a typed number) is one step.

import type { NodeEdit, State, Store } from "./state";

/** Steps that can be undone. */
const MAX_STEPS = 200;

type Held = Pick<State, "edits" | "weights" | "expressions" | "poses"> & { joints: State["four"]["joints"] };
/** The clip is part of a step that chose another one, as the pose of a file does; else it stays when steps are undone. */
type Snapshot = Held & Pick<State, "gaze" | "gazeTarget"> & { clip?: State["clip"] };

export class History {
  private readonly past: Snapshot[] = [];
  private readonly future: Snapshot[] = [];
  private current: Snapshot;
  /** Whether the next change begins a step. */
  private isNew = true;
  private clip: State["clip"];

  constructor(private readonly store: Store) {
    this.current = this.snapshot();
    this.clip = store.state.clip;
    store.on(["pose"], () => this.record());
    store.on(["clip"], () => (this.clip = store.state.clip));
  }

  /** End the step: later changes are undone apart from it. */
  mark(): void {
    this.isNew = true;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(): void {
    this.go(this.past, this.future);
  }

  redo(): void {
    this.go(this.future, this.past);
  }

  /** Forget all steps: the page shows another state. */
  clear(): void {
    this.past.length = this.future.length = 0;
    this.current = this.snapshot();
  }

  private go(from: Snapshot[], to: Snapshot[]): void {
    const wanted = from.pop();
    if (!wanted) return;
    const { clip, ...pose } = wanted;
    to.push(clip === undefined ? this.current : { ...this.current, clip: this.clip });
    this.current = pose;
    this.isNew = true;
    this.store.change(clip === undefined ? ["pose"] : ["pose", "clip"], (state) => {
      if (clip !== undefined) state.clip = clip;
      for (const name of ["edits", "weights", "expressions", "poses"] as const)
        state[name] = new Map<never, never>(wanted[name] as Map<never, never>);
      state.four.joints = new Map(wanted.joints);
      Object.assign(state, { gaze: wanted.gaze, gazeTarget: wanted.gazeTarget });
    });
  }

  private record(): void {
    const now = this.snapshot();
    if (same(now, this.current)) return;
    const { clip } = this.store.state;
    if (this.isNew) this.past.push(clip === this.clip ? this.current : { ...this.current, clip: this.clip });
    if (this.past.length > MAX_STEPS) this.past.shift();
    this.isNew = false;
    this.future.length = 0;
    this.current = now;
  }

  private snapshot(): Snapshot {
    const { edits, weights, expressions, poses, four, gaze, gazeTarget } = this.store.state;
    return {
      gaze,
      gazeTarget,
      edits: new Map<number, NodeEdit>(edits),
      weights: new Map(weights),
      expressions: new Map(expressions),
      poses: new Map(poses),
      joints: new Map(four.joints),
    };
  }
}

/** Whether two snapshots have the same values; edits are replaced whole, so the same object is the same edit. */
function same(one: Snapshot, other: Snapshot): boolean {
  return (Object.keys(one) as (keyof Snapshot)[]).every((name) => {
    const [a, b]: unknown[] = [one[name], other[name]];
    if (!(a instanceof Map && b instanceof Map)) return a === b;
    return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
  });
}
