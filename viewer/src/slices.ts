// A model in four dimensions: cuts by 3-spaces that Pantin made, one after another along w.

import { LineBasicMaterial, LineSegments, type Object3D } from "three";
import { byId, fill } from "./dom";
import type { Facts } from "./facts";
import { SHADOWLESS } from "./stage";
import type { Store } from "./state";

const FAINT = new LineBasicMaterial({ color: "#7d8aa5", transparent: true, opacity: 0.55 });

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
    this.edges?.traverse((object) => {
      object.layers.set(SHADOWLESS);
      if (object instanceof LineSegments) object.material = FAINT;
    });
    store.on(["slice", "shown"], () => this.update());
    this.update();
  }

  /** The edges of the whole model, along w, around the slice that is cut from it. */
  private get edges(): Object3D | undefined {
    return this.facts.edges === null ? undefined : this.nodes[this.facts.edges];
  }

  private update(): void {
    const { facts, store } = this;
    facts.slices.forEach(({ node }, at) => {
      const object = node === null ? undefined : this.nodes[node];
      if (object) object.visible = at === store.state.slice;
    });
    if (this.edges) this.edges.visible = store.state.shown.wireframe;
    this.scrub.value = String(store.state.slice);
    fill(this.scrub);
    const shown = facts.slices[store.state.slice];
    if (shown) this.value.textContent = `w = ${shown.w.toFixed(3)}${shown.node === null ? " (empty)" : ""}`;
  }
}
