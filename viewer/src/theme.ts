// Light and dark: as the system has it until the visitor chooses.

import type { Looks } from "./looks";
import type { Stage } from "./stage";

export class Theme {
  private chosen: boolean | null = null;
  private readonly system = matchMedia("(prefers-color-scheme: dark)");

  constructor(
    private readonly stage: Stage,
    private readonly looks: Looks,
  ) {
    this.system.addEventListener("change", () => this.apply());
    this.apply();
  }

  get dark(): boolean {
    return this.chosen ?? this.system.matches;
  }

  /** Whether the visitor, not the system, made it dark or light. */
  choose(dark: boolean): void {
    this.chosen = dark;
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset["theme"] = this.dark ? "dark" : "light";
    const style = getComputedStyle(document.documentElement);
    this.stage.colour(style.getPropertyValue("--stage").trim(), style.getPropertyValue("--grid").trim());
    this.looks.edges = this.dark ? "#e8ecf4" : "#10141c";
  }
}
