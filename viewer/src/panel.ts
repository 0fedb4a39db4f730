// The panel at the side: tabs, facts about the model, and short messages.

import { byId, counted, made } from "./dom";
import type { Facts } from "./facts";
import type { Covered } from "./stage";

const NARROW = "(max-width: 720px)";

export class Panel {
  private readonly toast = byId("toast");
  private fading = 0;

  constructor(private readonly facts: Facts) {
    byId("title").textContent = facts.title;
    byId("title").title = facts.title;
    byId("format").textContent = facts.format;
    this.about();
    for (const tab of document.querySelectorAll<HTMLElement>("[data-tab]")) {
      tab.addEventListener("click", () => this.open(tab.dataset["tab"] as string));
    }
    if (matchMedia(NARROW).matches) this.toggle();
  }

  /** What of the view the panel, the tools, the card and the bars below cover. */
  covered(): Covered {
    const bars = this.facts.clips.length || this.facts.slices.length ? 58 : 0;
    const folded = document.body.classList.contains("folded");
    if (!matchMedia(NARROW).matches) return { left: folded ? 0 : 292, right: 60, top: 0, bottom: bars };
    const card = byId("card");
    const top = card.hidden ? 54 : card.offsetTop + card.offsetHeight;
    return { left: 0, right: 0, top, bottom: folded ? bars : innerHeight * 0.52 };
  }

  private open(name: string): void {
    for (const tab of document.querySelectorAll<HTMLElement>("[data-tab]")) {
      const mine = tab.dataset["tab"] === name;
      tab.setAttribute("aria-selected", String(mine));
      byId(`tab-${tab.dataset["tab"]}`).hidden = !mine;
    }
  }

  private about(): void {
    const list = byId("about");
    for (const [name, value] of this.facts.summary) list.append(made("dt", "", name), made("dd", "", value));
    for (const one of this.facts.notes) byId("notes").append(made("p", "note", one));
    for (const one of this.facts.skeletons) {
      const row = made("p", "skeleton");
      const dot = made("i");
      dot.style.background = one.colour;
      row.append(dot, made("span", "", `${one.name}: ${counted(one.joints.length, "joint")}`));
      byId("skeletons").append(row);
    }
  }

  toggle(): void {
    document.body.classList.toggle("folded");
  }

  /** Say that what is seen is not exact, and why. */
  approximate(on: boolean): void {
    const note = byId("approximate");
    note.hidden = !on;
    const [first] = this.facts.posed;
    if (on && first) note.textContent = `Approximate: posed by hand, with four influences per vertex. ${first.why}`;
  }

  copy(text: string): void {
    // The frame of a notebook may not reach the clipboard, and has no address of its own.
    if (window.parent !== window) return this.say("No link inside a notebook: save the page to share it");
    const done = (): void => this.say("Link copied");
    // Without a secure context there is no clipboard: the address bar then holds the link.
    const failed = (): void => {
      location.replace(text);
      this.say("The link is in the address bar");
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, failed);
    else failed();
  }

  private say(words: string): void {
    this.toast.textContent = words;
    this.toast.classList.add("on");
    clearTimeout(this.fading);
    this.fading = window.setTimeout(() => this.toast.classList.remove("on"), 1800);
  }
}
