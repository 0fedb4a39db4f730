// The side panel: tabs, information about the model, and short messages.

import { byId, counted, create } from "./dom";
import type { PageData } from "./page_data";
import type { Covered } from "./stage";

const NARROW = "(max-width: 720px)";
/** Pixels at the right that the toolbar covers. */
const TOOLS = 60;
/** Pixels around the selected node that its handles take. */
const HANDLES = 110;
/** Pixels that the panel can be wide. */
const MIN_WIDTH = 220;
const MAX_WIDTH = 720;

export class Panel {
  private readonly toast = byId("toast");
  private readonly tabs = [...document.querySelectorAll<HTMLElement>("[data-tab]")];
  private fading = 0;
  /** Whether the view leaves room for the card. */
  private isCardBeside = false;
  /** Called when a tab is opened, with its name. */
  onOpen: (name: string) => void = () => undefined;
  /** Called when the panel has another width. */
  onResize: () => void = () => undefined;

  constructor(private readonly data: PageData) {
    byId("title").textContent = data.title;
    byId("title").title = data.title;
    byId("format").textContent = data.format;
    this.about();
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab.dataset["tab"] as string));
    byId("tabs").addEventListener("keydown", (event) => this.step(event));
    if (matchMedia(NARROW).matches) this.toggle();
    this.addResizing();
    // The card ends above the bars.
    new ResizeObserver(() => document.documentElement.style.setProperty("--bars", `${byId("bars").offsetHeight}px`)).observe(byId("bars"));
  }

  /** The edge of the panel is dragged, or moved with the arrow keys. */
  private addResizing(): void {
    const edge = byId("resize");
    const set = (wide: number): void => {
      const most = Math.min(MAX_WIDTH, innerWidth - 200);
      const held = Math.round(Math.min(Math.max(wide, MIN_WIDTH), Math.max(most, MIN_WIDTH)));
      document.documentElement.style.setProperty("--panel", `${held}px`);
      edge.setAttribute("aria-valuenow", String(held));
      this.onResize();
    };
    edge.setAttribute("aria-valuemin", String(MIN_WIDTH));
    edge.setAttribute("aria-valuemax", String(MAX_WIDTH));
    edge.setAttribute("aria-valuenow", String(byId("panel").offsetWidth || MIN_WIDTH));
    edge.addEventListener("pointerdown", (event) => edge.setPointerCapture(event.pointerId));
    edge.addEventListener("pointermove", (event) => {
      if (edge.hasPointerCapture(event.pointerId)) set(event.clientX - byId("panel").getBoundingClientRect().left);
    });
    edge.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      set(byId("panel").offsetWidth + way * 20);
    });
  }

  /** Say in the view that there is nothing to see, and why. */
  blank(words: string): void {
    byId("blank").textContent = words;
    byId("blank").hidden = false;
  }

  /** The parts of the view covered by the panel, the toolbar, the card and the bars. */
  covered(): Covered {
    const bars = byId("bars").offsetHeight ? byId("bars").offsetHeight + 18 : 0;
    const card = byId("card");
    const right = TOOLS + (this.isCardBeside ? card.offsetWidth + 8 : 0);
    if (!matchMedia(NARROW).matches) return { left: this.left, right, top: 0, bottom: bars };
    const top = card.hidden ? 54 : card.offsetTop + card.offsetHeight;
    return { left: 0, right: 0, top, bottom: this.folded ? bars : innerHeight - byId("panel").offsetTop };
  }

  /** Pixels at the left that the panel covers. */
  private get left(): number {
    return this.folded ? 0 : byId("panel").offsetWidth + 24;
  }

  /** Let the view leave room for the card, if it would hide the handles at a point of the window or most of the view.
   * The room stays until the card is closed: a view that moves with each selection is hard to aim at. */
  makeRoom(point: { x: number; y: number } | null): void {
    const card = byId("card");
    const { left, bottom, width } = card.getBoundingClientRect();
    const isHidden = point !== null && point.x > left - HANDLES && point.y < bottom + HANDLES;
    const isTight = innerWidth - this.left - TOOLS < 2 * width;
    this.isCardBeside = !card.hidden && (this.isCardBeside || isHidden || isTight);
  }

  get folded(): boolean {
    return document.body.classList.contains("folded");
  }

  get tab(): string {
    return this.tabs.find((tab) => tab.getAttribute("aria-selected") === "true")?.dataset["tab"] ?? "";
  }

  open(name: string): void {
    if (!this.tabs.some((tab) => tab.dataset["tab"] === name)) return;
    for (const tab of this.tabs) {
      const mine = tab.dataset["tab"] === name;
      tab.setAttribute("aria-selected", String(mine));
      tab.tabIndex = mine ? 0 : -1;
      byId(`tab-${tab.dataset["tab"]}`).hidden = !mine;
    }
    this.onOpen(name);
  }

  /** Arrow keys move between tabs, as in every tab list. */
  private step(event: KeyboardEvent): void {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const at = this.tabs.findIndex((tab) => tab.dataset["tab"] === this.tab);
    const next = this.tabs[(at + way + this.tabs.length) % this.tabs.length];
    this.open(next?.dataset["tab"] as string);
    next?.focus();
  }

  private about(): void {
    const { summary, statistics, licence, notes, skeletons } = this.data;
    const { other } = this.data;
    for (const [id, rows] of Object.entries({ about: summary, statistics, licence }))
      if (other) this.both(byId(id), rows, { about: other.summary, statistics: other.statistics, licence: other.licence }[id] ?? []);
      else for (const [name, value] of rows) byId(id).append(create("dt", "", name), definition(value));
    byId("statistics-title").hidden = !byId("statistics").childElementCount;
    byId("licence-title").hidden = !byId("licence").childElementCount;
    for (const note of notes) byId("notes").append(create("p", "note", note));
    for (const skeleton of skeletons) {
      const row = create("p", "skeleton");
      const dot = create("i");
      dot.style.background = skeleton.colour;
      row.append(dot, create("span", "", `${skeleton.name}: ${counted(skeleton.joints.length, "joint")}`));
      byId("skeletons").append(row);
    }
  }

  /** Values of both models beside each other; those that differ are marked. */
  private both(list: HTMLElement, rows: [string, string][], others: [string, string][]): void {
    const [first, second] = [new Map(rows), new Map(others)];
    const names = [...new Set([...first.keys(), ...second.keys()])];
    if (!names.length) return;
    list.classList.add("both");
    list.append(create("dt", "", ""), create("dd", "head", this.data.title), create("dd", "head", this.data.other?.title));
    for (const name of names) {
      const cells = [first.get(name) ?? "–", second.get(name) ?? "–"].map(definition);
      if (first.get(name) !== second.get(name)) for (const cell of cells) cell.classList.add("differs");
      list.append(create("dt", "", name), ...cells);
    }
  }

  toggle(): void {
    document.body.classList.toggle("folded");
  }

  /** Show or hide the note that the pose is approximate, with the reason. */
  approximate(on: boolean): void {
    const note = byId("approximate");
    note.hidden = !on;
    const [first] = this.data.posed;
    if (on && first) note.textContent = `Approximate: posed by hand, with four influences per vertex. ${first.reason}`;
  }

  copyLink(text: string): void {
    // The frame of a notebook has no address of its own.
    if (window.parent !== window) return this.say("No link in a notebook: save the page to share it");
    if (location.protocol === "blob:") return this.say("No link to a dropped model: write a page to share with pantin view");
    const local = location.protocol === "file:" ? ": it works on this computer only. To share, send the page itself" : "";
    this.copy(text, `Link copied${local}`, () => {
      location.replace(text);
      this.say(`The link is in the address bar${local}`);
    });
  }

  /** Copy a text and say so. Without a secure context, and in the frame of a notebook, there is no clipboard: `otherwise` helps. */
  copy(text: string, done: string, otherwise: () => void): void {
    if (!navigator.clipboard || window.parent !== window) return otherwise();
    navigator.clipboard.writeText(text).then(() => this.say(done), otherwise);
  }

  /** Let the browser save something as a file; the frame of a notebook may not. */
  save(content: Blob, name: string): void {
    if (window.parent !== window) return this.say("Saving is blocked in a notebook: open the page in its own window");
    const link = create("a");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  say(words: string): void {
    if (!words) return;
    this.toast.textContent = words;
    this.toast.classList.add("on");
    clearTimeout(this.fading);
    this.fading = window.setTimeout(() => this.toast.classList.remove("on"), Math.max(1800, words.length * 60));
  }
}

/** A value of the list; an address of the web as a link. */
function definition(value: string): HTMLElement {
  const held = create("dd");
  if (!/^https?:\/\/[^\s]+$/.test(value)) {
    held.textContent = value;
    return held;
  }
  const link = create("a", "", value);
  link.href = value;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  held.append(link);
  return held;
}
