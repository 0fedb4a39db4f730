// A model in four dimensions: cuts by 3-spaces that Pantin made, one after another along w.

import type { Object3D } from "three";
import { byId } from "./dom";
import type { Facts } from "./facts";
import type { Store } from "./state";

export class Slices {
  private readonly scrub = byId<HTMLInputElement>("slice");
  private readonly value = byId("slice-value");

  constructor(
    private readonly facts: Facts,
    private readonly store: Store,
    private readonly nodes: (Object3D | undefined)[],
  ) {
    byId("slicer").hidden = !facts.slices.length;
    this.scrub.max = String(Math.max(0, facts.slices.length - 1));
    this.scrub.addEventListener("input", () =>
      store.change(["slice"], (state) => (state.slice = Number(this.scrub.value))),
    );
    store.on(["slice", "shown"], () => this.update());
    this.update();
  }

  private update(): void {
    const { facts, store } = this;
    facts.slices.forEach(({ node }, at) => {
      const object = node === null ? undefined : this.nodes[node];
      if (object) object.visible = at === store.state.slice;
    });
    const edges = facts.edges === null ? undefined : this.nodes[facts.edges];
    if (edges) edges.visible = store.state.shown.wireframe;
    this.scrub.value = String(store.state.slice);
    const shown = facts.slices[store.state.slice];
    if (shown) this.value.textContent = `w = ${shown.w.toFixed(3)}${shown.node === null ? " (empty)" : ""}`;
  }
}
