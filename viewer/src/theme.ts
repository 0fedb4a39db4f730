// Light and dark theme: that of the system until the user chooses.

import type { SurfaceMaterials } from "./surface_materials";
import type { Stage } from "./stage";

export class Theme {
  private chosen: boolean | null = null;
  private readonly system = matchMedia("(prefers-color-scheme: dark)");

  constructor(
    private readonly stage: Stage,
    private readonly materials: SurfaceMaterials[],
  ) {
    this.system.addEventListener("change", () => this.apply());
    this.apply();
  }

  get dark(): boolean {
    return this.chosen ?? this.system.matches;
  }

  /** Set the theme, whatever the system's is. */
  choose(dark: boolean): void {
    this.chosen = dark;
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset["theme"] = this.dark ? "dark" : "light";
    const style = getComputedStyle(document.documentElement);
    this.stage.colour(style.getPropertyValue("--stage").trim(), style.getPropertyValue("--grid").trim());
    for (const materials of this.materials) materials.edges = this.dark ? "#e8ecf4" : "#10141c";
  }
}
