// Buttons and keyboard shortcuts.

import { byId, create } from "./dom";
import type { Shown, Store } from "./state";

export interface Actions {
  play(): void;
  step(way: number): void;
  frame(): void;
  resetBone(): void;
  theme(): void;
  link(): void;
  panel(): void;
}

interface Key {
  key: string;
  words: string;
  run: () => void;
}

const PARTS: [string, keyof Shown, string][] = [
  ["b", "skeleton", "skeleton"],
  ["n", "names", "joint names"],
  ["h", "heat", "weight map of the selected joint"],
  ["m", "mesh", "mesh"],
  ["w", "wireframe", "wireframe"],
  ["o", "normals", "normals as colours"],
  ["c", "colliders", "spring colliders"],
  ["g", "grid", "grid"],
  ["a", "axes", "axes"],
];

export class Toolbar {
  private readonly help = byId<HTMLDialogElement>("help");
  private readonly keys: Key[];

  constructor(
    private readonly store: Store,
    actions: Actions,
  ) {
    const turntable = (): void => store.change(["turntable"], (state) => (state.turntable = !state.turntable));
    this.keys = [
      { key: " ", words: "play or pause", run: () => actions.play() },
      { key: ",", words: "step back 1/30 s", run: () => actions.step(-1) },
      { key: ".", words: "step forward 1/30 s", run: () => actions.step(1) },
      ...PARTS.map(([key, part, words]): Key => ({ key, words, run: () => store.toggle(part) })),
      { key: "t", words: "turntable", run: turntable },
      { key: "f", words: "frame the whole model", run: () => actions.frame() },
      { key: "r", words: "reset the selected joint", run: () => actions.resetBone() },
      { key: "R", words: "reset all joints and blend shapes", run: () => store.resetPose() },
      { key: "Escape", words: "deselect", run: () => store.select(null) },
      { key: "d", words: "light/dark theme", run: () => actions.theme() },
      { key: "l", words: "copy a link to this view", run: () => actions.link() },
      { key: "p", words: "side panel", run: () => actions.panel() },
      { key: "?", words: "show these shortcuts", run: () => this.toggleHelp() },
    ];
    // A clicked button does not keep the focus, so that the space bar still plays and pauses.
    byId("tools").addEventListener("pointerup", () => (document.activeElement as HTMLElement | null)?.blur());
    for (const button of document.querySelectorAll<HTMLElement>("[data-part]")) {
      button.addEventListener("click", () => store.toggle(button.dataset["part"] as keyof Shown));
    }
    for (const button of document.querySelectorAll<HTMLElement>("[data-key]")) {
      button.addEventListener("click", () => this.keys.find((shortcut) => shortcut.key === button.dataset["key"])?.run());
    }
    addEventListener("keydown", (event) => this.pressed(event));
    this.list();
    store.on(["shown", "turntable"], () => this.update());
    this.update();
  }

  private pressed(event: KeyboardEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches("input[type=search], select") || event.ctrlKey || event.metaKey || event.altKey) return;
    // The space bar activates the focused element, and Escape closes the shortcuts.
    if (event.key === " " && target?.matches("button, input[type=checkbox]")) return;
    if (this.help.open && event.key !== "?") return;
    const button = this.keys.find((shortcut) => shortcut.key === event.key);
    if (!button) return;
    event.preventDefault();
    button.run();
  }

  private toggleHelp(): void {
    if (this.help.open) this.help.close();
    else this.help.showModal();
  }

  private list(): void {
    const holder = byId("keys");
    for (const { key, words } of this.keys) {
      holder.append(create("kbd", "", key === " " ? "space" : key), create("span", "", words));
    }
    this.help.addEventListener("click", () => this.help.close());
  }

  private update(): void {
    const { shown, turntable } = this.store.state;
    for (const button of document.querySelectorAll<HTMLElement>("[data-part]")) {
      button.setAttribute("aria-pressed", String(shown[button.dataset["part"] as keyof Shown]));
    }
    document.querySelector("[data-key=t]")?.setAttribute("aria-pressed", String(turntable));
  }
}
