// The card of the selected node: its name, its rotation about each axis, the scale of the weight map.

import { Euler, MathUtils, Quaternion } from "three";
import { byId, create, slider } from "./dom";
import { type PageData, nodeName } from "./page_data";
import type { Quad, Store } from "./state";

const AXES = ["x", "y", "z"] as const;

export class Inspector {
  private readonly card = byId("card");
  private readonly sliders;

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
    movable: boolean,
  ) {
    const holder = byId("turns");
    this.sliders = AXES.map((axis) => {
      const control = slider(`Rotate ${axis}`, { min: -180, max: 180, step: 1 }, (value) => this.turn(axis, value));
      control.row.classList.add(axis);
      if (movable) holder.append(control.row);
      return control;
    });
    byId("reset-bone").hidden = !movable;
    byId("reset-bone").addEventListener("click", () => this.resetBone());
    byId("close-card").addEventListener("click", () => store.select(null));
    byId<HTMLInputElement>("heat-box").addEventListener("change", (event) =>
      store.toggle("heat", (event.target as HTMLInputElement).checked),
    );
    this.legend();
    store.on(["selected", "pose", "shown"], () => this.update());
    this.update();
  }

  resetBone(): void {
    const { selected } = this.store.state;
    if (selected !== null) this.store.rotate(selected, null);
  }

  private legend(): void {
    const canvas = byId<HTMLCanvasElement>("ramp");
    const pen = canvas.getContext("2d");
    if (!pen) return;
    const ramp = pen.createLinearGradient(0, 0, canvas.width, 0);
    for (const [stop, colour] of this.data.weightScale) ramp.addColorStop(stop, colour);
    pen.fillStyle = ramp;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }

  private turn(axis: (typeof AXES)[number], degrees: number): void {
    const { selected } = this.store.state;
    if (selected === null) return;
    const angles = this.angles(selected);
    angles[axis] = MathUtils.degToRad(degrees);
    this.store.rotate(selected, new Quaternion().setFromEuler(angles).toArray() as Quad);
  }

  private angles(node: number): Euler {
    const held = this.store.state.rotations.get(node);
    return new Euler().setFromQuaternion(held ? new Quaternion(...held) : new Quaternion());
  }

  private update(): void {
    const { selected, shown } = this.store.state;
    this.card.hidden = selected === null;
    if (selected === null) return;
    byId("card-name").textContent = nodeName(this.data, selected);
    const owner = this.data.skeletons.find((skeleton) => skeleton.joints.includes(selected));
    const about = byId("card-about");
    about.replaceChildren(create("span", "", `node ${selected}`));
    if (owner) {
      const chip = create("span", "chip", owner.name);
      chip.style.borderColor = owner.colour;
      about.append(chip);
    }
    const angles = this.angles(selected);
    AXES.forEach((axis, index) => this.sliders[index]?.set(Math.round(MathUtils.radToDeg(angles[axis]))));
    byId<HTMLInputElement>("heat-box").checked = shown.heat;
    byId("legend").hidden = !shown.heat;
  }
}
