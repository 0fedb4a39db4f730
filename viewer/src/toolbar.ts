// Buttons and keyboard shortcuts.

import { byId, create } from "./dom";
import type { Preset } from "./stage";
import type { Shown, Store, Tool } from "./state";

export interface Actions {
  play(): void;
  step(way: number): void;
  frame(): void;
  frameSelection(): void;
  preset(name: Preset): void;
  projection(): void;
  resetBone(): void;
  theme(): void;
  link(): void;
  panel(): void;
  exportPose(): void;
  picture(): void;
  undo(): void;
  redo(): void;
  canUndo(): boolean;
  canRedo(): boolean;
  say(words: string): void;
}

interface Key {
  key: string;
  words: string;
  run: () => void;
}

interface KeyGroup {
  title: string;
  keys: Key[];
}

const PARTS: [string, keyof Shown, string][] = [
  ["b", "skeleton", "skeleton"],
  ["n", "names", "joint names"],
  ["h", "heat", "weight map of the selected joint"],
  ["m", "mesh", "mesh"],
  ["w", "wireframe", "wireframe"],
  ["o", "normals", "normals as colours"],
  ["c", "colliders", "spring colliders and shapes of bones"],
  ["g", "grid", "grid"],
  ["a", "axes", "axes"],
  ["v", "live", "springs and constraints while you pose"],
  ["x", "gizmo", "handles at the selected node"],
  ["i", "studio", "studio light with reflections (slow without a GPU)"],
];

const TOOL_KEYS: [string, Tool, string][] = [
  ["1", "rotate", "rotate the selected node"],
  ["2", "move", "move the selected node"],
  ["3", "scale", "scale the selected node"],
  ["4", "reach", "reach with the selected hand or foot (IK)"],
];

/** As in Blender, on the number pad; Ctrl gives the opposite side. */
const VIEW_KEYS: [string, Preset, string][] = [
  ["Num1", "front", "front view"],
  ["Num3", "right", "right view"],
  ["Num7", "top", "top view"],
  ["Ctrl+Num1", "back", "back view"],
  ["Ctrl+Num3", "left", "left view"],
  ["Ctrl+Num7", "bottom", "bottom view"],
];

export class Toolbar {
  private readonly help = byId<HTMLDialogElement>("help");
  private readonly groups: KeyGroup[];
  private readonly keys: Key[];

  constructor(
    private readonly store: Store,
    private readonly absent: Partial<Record<keyof Shown, string>>,
    private readonly actions: Actions,
  ) {
    this.groups = this.keyGroups();
    this.keys = this.groups.flatMap(({ keys }) => keys);
    // A clicked button does not keep the focus, so that the space bar still plays and pauses.
    byId("tools").addEventListener("pointerup", () => (document.activeElement as HTMLElement | null)?.blur());
    for (const button of document.querySelectorAll<HTMLElement>("[data-part]")) {
      const part = button.dataset["part"] as keyof Shown;
      button.hidden = part in absent;
      button.addEventListener("click", () => this.toggle(part));
    }
    for (const button of document.querySelectorAll<HTMLElement>("[data-key]")) {
      button.addEventListener("click", () => this.keys.find((shortcut) => shortcut.key === button.dataset["key"])?.run());
    }
    addEventListener("keydown", (event) => this.pressed(event));
    this.list();
    this.markEnds();
    store.on(["shown", "turntable", "pose"], () => this.update());
    this.update();
  }

  private keyGroups(): KeyGroup[] {
    const { store, actions } = this;
    const turntable = (): void => store.change(["turntable"], (state) => (state.turntable = !state.turntable));
    return [
      {
        title: "Play",
        keys: [
          { key: " ", words: "play or pause", run: () => actions.play() },
          { key: ",", words: "step a frame back", run: () => actions.step(-1) },
          { key: ".", words: "step a frame forward", run: () => actions.step(1) },
        ],
      },
      {
        title: "Pose",
        keys: [
          ...TOOL_KEYS.map(([key, tool, words]): Key => ({ key, words, run: () => store.change(["tool"], (state) => (state.tool = tool)) })),
          { key: "q", words: "local or world axes of the handles", run: () => store.change(["tool"], (state) => (state.space = state.space === "local" ? "world" : "local")) },
          { key: "r", words: "reset the selected node", run: () => actions.resetBone() },
          { key: "R", words: "reset the whole pose", run: () => store.resetPose() },
          { key: "Ctrl+z", words: "undo a change of the pose", run: () => actions.undo() },
          { key: "Ctrl+Shift+z", words: "redo a change of the pose", run: () => actions.redo() },
          { key: "Escape", words: "deselect", run: () => store.select(null) },
        ],
      },
      {
        title: "Camera",
        keys: [
          { key: "f", words: "frame the whole model", run: () => actions.frame() },
          { key: "F", words: "frame the selected node (also Num.)", run: () => actions.frameSelection() },
          ...VIEW_KEYS.map(([key, preset, words]): Key => ({ key, words, run: () => actions.preset(preset) })),
          { key: "Num5", words: "perspective or orthographic", run: () => actions.projection() },
          { key: "t", words: "turntable", run: turntable },
        ],
      },
      { title: "Show", keys: PARTS.map(([key, part, words]): Key => ({ key, words, run: () => this.toggle(part) })) },
      {
        title: "Page",
        keys: [
          { key: "e", words: "export the pose", run: () => actions.exportPose() },
          { key: "s", words: "save a screenshot", run: () => actions.picture() },
          { key: "l", words: "copy a link to this view", run: () => actions.link() },
          { key: "p", words: "side panel", run: () => actions.panel() },
          { key: "d", words: "light/dark theme", run: () => actions.theme() },
          { key: "?", words: "show these shortcuts", run: () => this.toggleHelp() },
        ],
      },
    ];
  }

  /** Show or hide a part, or say that there is none. */
  private toggle(part: keyof Shown): void {
    const absent = this.absent[part];
    if (absent) this.actions.say(absent);
    else this.store.toggle(part);
  }

  private pressed(event: KeyboardEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches("input[type=search], select, textarea") || event.altKey) return;
    const isTyping = target?.matches("input[type=number], .field") ?? false;
    if (isTyping) return;
    const pressed = chord(event);
    // The space bar activates the focused element, and Escape closes the shortcuts.
    if (event.key === " " && target?.matches("button, input[type=checkbox]")) return;
    if (document.querySelector("dialog[open]") && !(this.help.open && event.key === "?")) return;
    const button = this.keys.find((shortcut) => shortcut.key === pressed);
    const isSingle = pressed.length === 1 || pressed.includes("Num");
    if (!button || (isSingle && !byId<HTMLInputElement>("use-keys").checked)) return;
    event.preventDefault();
    button.run();
  }

  private toggleHelp(): void {
    if (this.help.open) this.help.close();
    else this.help.showModal();
  }

  /** Show at the ends of a toolbar that it scrolls. */
  private markEnds(): void {
    const tools = byId("tools");
    const mark = (): void => {
      tools.classList.toggle("more-before", tools.scrollLeft + tools.scrollTop > 2);
      const [wide, high] = [tools.scrollWidth - tools.clientWidth, tools.scrollHeight - tools.clientHeight];
      tools.classList.toggle("more-after", wide - tools.scrollLeft > 2 || high - tools.scrollTop > 2);
    };
    tools.addEventListener("scroll", mark);
    new ResizeObserver(mark).observe(tools);
    mark();
  }

  private list(): void {
    const holder = byId("keys");
    for (const { title, keys } of this.groups) {
      const group = create("div", "keys");
      group.append(create("h3", "sub", title));
      for (const { key, words } of keys) group.append(create("kbd", "", key === " " ? "space" : key), create("span", "", words));
      holder.append(group);
    }
    byId("close-help").addEventListener("click", () => this.help.close());
    // Arrow keys move between the buttons, of which the tab key stops at one.
    const buttons = [...byId("tools").querySelectorAll<HTMLElement>("button:not([hidden])")];
    byId("tools").addEventListener("keydown", (event) => {
      const way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      if (!way || at < 0) return;
      event.preventDefault();
      const next = buttons[(at + way + buttons.length) % buttons.length];
      buttons.forEach((button) => (button.tabIndex = button === next ? 0 : -1));
      next?.focus();
    });
    buttons.forEach((button, index) => (button.tabIndex = index ? -1 : 0));
  }

  private update(): void {
    const { shown, turntable } = this.store.state;
    for (const button of document.querySelectorAll<HTMLElement>("[data-part]")) {
      button.setAttribute("aria-pressed", String(shown[button.dataset["part"] as keyof Shown]));
    }
    document.querySelector("[data-key=t]")?.setAttribute("aria-pressed", String(turntable));
    const can = { "Ctrl+z": this.actions.canUndo(), "Ctrl+Shift+z": this.actions.canRedo() };
    for (const [key, on] of Object.entries(can)) document.querySelector(`[data-key="${key}"]`)?.setAttribute("aria-disabled", String(!on));
  }
}

/** A key as the list of shortcuts writes it; Ctrl+Y redoes too. */
function chord(event: KeyboardEvent): string {
  if (event.code === "NumpadDecimal") return "F";
  const digit = /^Numpad(\d)$/.exec(event.code)?.[1];
  if (digit) return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}Num${digit}`;
  if (!event.ctrlKey && !event.metaKey) return event.key;
  const key = event.key.toLowerCase();
  return key === "y" ? "Ctrl+Shift+z" : `Ctrl+${event.shiftKey ? "Shift+" : ""}${key}`;
}
