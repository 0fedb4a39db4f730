// Sliders that rotate the selected node of a 4D rig, one for each plane, in the card of the node.

import { byId, slider } from "../dom";
import type { Store } from "../state";
import { angleOf, type Plane, PLANES, withAngle } from "./planes";

export class JointSliders {
  private readonly sliders = new Map<Plane, (value: number) => void>();

  constructor(private readonly store: Store) {
    for (const plane of PLANES) {
      const { row, set } = slider(plane, { min: -180, max: 180, step: 1 }, (value) => this.change(plane, value));
      row.dataset["joint"] = plane;
      row.title = `Rotate ${plane}, in degrees`;
      byId("turns").append(row);
      this.sliders.set(plane, set);
    }
    store.on(["selected", "pose"], () => this.update());
    this.update();
  }

  private change(plane: Plane, degrees: number): void {
    const { selected } = this.store.state;
    if (selected === null) return;
    this.store.change(["pose"], ({ four }) => four.joints.set(selected, withAngle(four.joints.get(selected) ?? [], plane, degrees)));
  }

  private update(): void {
    const { selected, four } = this.store.state;
    if (selected === null) return;
    for (const plane of PLANES) this.sliders.get(plane)?.(angleOf(four.joints.get(selected) ?? [], plane));
  }
}
