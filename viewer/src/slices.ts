// A 4D model: 3D slices that Pantin cut at different positions along w.

import { LineBasicMaterial, LineSegments, type Object3D } from "three";
import { byId, fill } from "./dom";
import type { PageData } from "./page_data";
import { SHADOWLESS } from "./stage";
import type { Store } from "./state";

const FAINT = new LineBasicMaterial({ color: "#7d8aa5", transparent: true, opacity: 0.55 });

export class Slices {
  private readonly scrub = byId<HTMLInputElement>("slice");
  private readonly value = byId("slice-value");

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
    private readonly nodes: (Object3D | undefined)[],
  ) {
    byId("slicer").hidden = !data.slices.length;
    this.scrub.max = String(Math.max(0, data.slices.length - 1));
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

  /** The edges of the whole model, projected along w, around the current slice. */
  private get edges(): Object3D | undefined {
    return this.data.edges === null ? undefined : this.nodes[this.data.edges];
  }

  private update(): void {
    const { data, store } = this;
    data.slices.forEach(({ node }, index) => {
      const object = node === null ? undefined : this.nodes[node];
      if (object) object.visible = index === store.state.slice;
    });
    if (this.edges) this.edges.visible = store.state.shown.wireframe;
    this.scrub.value = String(store.state.slice);
    fill(this.scrub);
    const shown = data.slices[store.state.slice];
    if (shown) this.value.textContent = `w = ${shown.w.toFixed(3)}${shown.node === null ? " (empty)" : ""}`;
  }
}
