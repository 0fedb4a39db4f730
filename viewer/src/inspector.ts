// The card of the selected node: its name, sliders that rotate, move or scale it, the scale of the weight map.

import { anglesNear, toRotation } from "./euler_angles";
import { byId, create, scaleBackground, slider } from "./dom";
import { limbOf } from "./limbs";
import { type PageData, nodeName } from "./page_data";
import { NO_EDIT, type NodeEdit, SPACES, type Space, type Store, TOOLS, type Tool, type Triple } from "./state";

const AXES = ["x", "y", "z"] as const;
const LABELS: Record<Tool, string> = { rotate: "Rotate", move: "Move", scale: "Scale", reach: "Reach" };
const SPACE_LABELS: Record<Space, string> = { local: "Local axes", world: "World axes" };
/** Tools with sliders; the others are for dragging. */
type SliderTool = Exclude<Tool, "reach">;
const SLIDER_TOOLS: SliderTool[] = ["rotate", "move", "scale"];
const NOTES: Record<Tool, string> = {
  rotate: "Degrees relative to the clip or the rest pose, about the node's own axes: x, then y, then z.",
  move: "Relative to the clip or the rest pose, in the axes of the parent.",
  scale: "Relative to the clip or the rest pose, along the node's own axes.",
  reach: "Drag the handle or the bone: the two bones above follow (inverse kinematics).",
};
const MAX_SCALE = 3;

interface Control {
  tool: SliderTool;
  row: HTMLElement;
  set(value: number): void;
}

export class Inspector {
  private readonly card = byId("card");
  private readonly controls: Control[] = [];
  private readonly movable: boolean;
  /** The angles that the sliders showed last, and of which node: dragging a bone goes on from them. */
  private last: { node: number; angles: Triple } | null = null;

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
    size: number,
    movable: boolean,
  ) {
    if (movable) this.addControls(size);
    byId("tool").hidden = byId("space").hidden = byId("card-note").hidden = !movable;
    this.movable = movable;
    byId("reset-bone").addEventListener("click", () => this.resetBone());
    byId("close-card").addEventListener("click", () => store.select(null));
    byId<HTMLInputElement>("heat-box").addEventListener("change", (event) =>
      store.toggle("heat", (event.target as HTMLInputElement).checked),
    );
    byId("ramp").style.background = scaleBackground(data.weightScale);
    store.on(["selected", "pose", "shown", "tool"], () => this.update());
    this.update();
  }

  private addControls(size: number): void {
    const ranges = {
      rotate: { min: -180, max: 180, step: 1, open: true },
      move: { min: -size, max: size, step: size / 1000, open: true },
      scale: { min: 0.05, max: MAX_SCALE, step: 0.01 },
    };
    const press = (holder: string, text: string, run: () => void): HTMLButtonElement => {
      const button = create("button", "", text);
      button.type = "button";
      button.addEventListener("click", run);
      byId(holder).append(button);
      return button;
    };
    for (const tool of TOOLS) {
      const button = press("tool", LABELS[tool], () => this.store.change(["tool"], (state) => (state.tool = tool)));
      button.dataset["tool"] = tool;
    }
    for (const space of SPACES) {
      const button = press("space", SPACE_LABELS[space], () => this.store.change(["tool"], (state) => (state.space = space)));
      button.dataset["space"] = space;
    }
    for (const tool of SLIDER_TOOLS) {
      AXES.forEach((axis, index) => {
        const control = slider(`${LABELS[tool]} ${axis}`, ranges[tool], (value) => this.change(tool, index, value));
        control.row.classList.add(axis);
        byId("turns").append(control.row);
        this.controls.push({ tool, ...control });
      });
    }
  }

  resetBone(): void {
    const { selected } = this.store.state;
    if (selected !== null) this.store.resetNode(selected);
  }

  private change(tool: SliderTool, axis: number, value: number): void {
    const { selected } = this.store.state;
    if (selected === null) return;
    const values = this.values(selected)[tool];
    values[axis] = value;
    const parts: Record<SliderTool, () => Partial<NodeEdit>> = {
      rotate: () => ({ rotation: toRotation(values), angles: values }),
      move: () => ({ translation: values }),
      scale: () => ({ scale: values }),
    };
    this.store.edit(selected, parts[tool]());
  }

  private update(): void {
    const { selected, shown, tool, space } = this.store.state;
    this.card.hidden = selected === null;
    if (selected === null) return;
    byId("card-name").textContent = byId("card-name").title = nodeName(this.data, selected);
    const owner = this.data.skeletons.find((skeleton) => skeleton.joints.includes(selected));
    const about = byId("card-about");
    about.replaceChildren(create("span", "", `node ${selected}`));
    if (owner) {
      const chip = create("span", "chip", owner.name);
      chip.style.borderColor = owner.colour;
      about.append(chip);
    }
    for (const button of byId("tool").querySelectorAll<HTMLElement>("[data-tool]"))
      button.setAttribute("aria-pressed", String(button.dataset["tool"] === tool));
    for (const button of byId("space").querySelectorAll<HTMLElement>("[data-space]"))
      button.setAttribute("aria-pressed", String(button.dataset["space"] === space));
    byId("space").hidden = !this.movable || !shown.gizmo || !(tool === "rotate" || tool === "move");
    const isOut = tool === "reach" && !limbOf(this.data, selected);
    byId("card-note").textContent = isOut ? "Reach needs two joints above this one: select a hand or a foot." : NOTES[tool];
    const values = this.values(selected);
    this.last = { node: selected, angles: values.rotate };
    this.controls.forEach((control, index) => {
      control.row.hidden = control.tool !== tool;
      control.set(values[control.tool][index % AXES.length] ?? 0);
    });
    byId<HTMLInputElement>("heat-box").checked = shown.heat;
    byId("legend").hidden = !shown.heat;
  }

  /** The numbers of the sliders: degrees, lengths, factors. */
  private values(node: number): Record<SliderTool, Triple> {
    const { rotation, translation, scale, angles } = this.store.state.edits.get(node) ?? NO_EDIT;
    const before: Triple = this.last?.node === node ? this.last.angles : [0, 0, 0];
    return { rotate: [...(angles ?? anglesNear(rotation, before))], move: [...translation], scale: [...scale] };
  }
}
