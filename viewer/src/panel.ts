// The side panel: tabs, information about the model, and short messages.

import { byId, counted, create } from "./dom";
import type { PageData } from "./page_data";
import type { Covered } from "./stage";

const NARROW = "(max-width: 720px)";

export class Panel {
  private readonly toast = byId("toast");
  private fading = 0;

  constructor(private readonly data: PageData) {
    byId("title").textContent = data.title;
    byId("title").title = data.title;
    byId("format").textContent = data.format;
    this.about();
    for (const tab of document.querySelectorAll<HTMLElement>("[data-tab]")) {
      tab.addEventListener("click", () => this.open(tab.dataset["tab"] as string));
    }
    if (matchMedia(NARROW).matches) this.toggle();
  }

  /** The parts of the view covered by the panel, the toolbar, the card and the bars. */
  covered(): Covered {
    const bars = this.data.clips.length || this.data.slices.length ? 58 : 0;
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
    for (const [name, value] of this.data.summary) list.append(create("dt", "", name), create("dd", "", value));
    for (const note of this.data.notes) byId("notes").append(create("p", "note", note));
    for (const skeleton of this.data.skeletons) {
      const row = create("p", "skeleton");
      const dot = create("i");
      dot.style.background = skeleton.colour;
      row.append(dot, create("span", "", `${skeleton.name}: ${counted(skeleton.joints.length, "joint")}`));
      byId("skeletons").append(row);
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

  copy(text: string): void {
    // The frame of a notebook has no access to the clipboard and no address of its own.
    if (window.parent !== window) return this.say("No link inside a notebook: save the page to share it");
    const done = (): void => this.say("Link copied");
    // Without a secure context there is no clipboard: put the link in the address bar.
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
