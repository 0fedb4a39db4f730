// The findings, grouped by their rule with true counts, filtered by severity; clicking one shows what it is about.

import { byId, counted, create } from "./dom";
import { type FindingData, type PageData, nodeName, type Severity } from "./page_data";

/** Groups with more findings are folded at first, and filled when they are opened. */
const UNFOLDED = 3;

export const SEVERITIES: Severity[] = ["error", "warning", "info"];
const WORDS: Record<Severity, string> = { error: "error", warning: "warning", info: "note" };

/** The findings of a rule of which a page lists some, and how many there are. */
export interface FindingGroup {
  rule: string;
  severity: Severity;
  count: number;
  listed: FindingData[];
}

/** What can be done with a finding. */
export interface FindingActions {
  select(node: number): void;
  play(clip: number): void;
  showMaterial(material: number): void;
}

/** A group for each rule and severity, errors first, else in the order of the report. */
export function groupFindings({ findings, findingCounts }: Pick<PageData, "findings" | "findingCounts">): FindingGroup[] {
  const groups = new Map(
    findingCounts.map(([rule, severity, count]): [string, FindingGroup] => [`${severity} ${rule}`, { rule, severity, count, listed: [] }]),
  );
  for (const finding of findings) groups.get(`${finding.severity} ${finding.rule}`)?.listed.push(finding);
  return [...groups.values()].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** A count that fits into a badge. */
export function badge(count: number): string {
  return count > 999 ? "999+" : count ? String(count) : "";
}

/** The number of findings of all models, in the colour of the worst. */
export function markFindings(models: PageData[]): void {
  const counts = models.flatMap(({ findingCounts }) => findingCounts);
  const total = counts.reduce((sum, [, , count]) => sum + count, 0);
  const mark = byId("finding-count");
  mark.textContent = badge(total);
  mark.title = counted(total, "finding");
  mark.className = `badge ${SEVERITIES.find((severity) => counts.some(([, of]) => of === severity)) ?? ""}`;
}

export class FindingList {
  private readonly hidden = new Set<Severity>();
  private readonly boxes: [Severity, HTMLElement][] = [];

  constructor(
    private readonly data: PageData,
    private readonly actions: FindingActions,
    private readonly holder: HTMLElement,
  ) {
    const groups = groupFindings(data);
    const total = groups.reduce((sum, { count }) => sum + count, 0);
    if (!total) this.holder.append(create("p", "empty", "No findings: the file follows every rule that Pantin checks."));
    const present = SEVERITIES.filter((severity) => groups.some((group) => group.severity === severity));
    if (present.length > 1) this.holder.append(this.filter(present, groups));
    for (const group of groups) {
      const box = this.details(group);
      this.boxes.push([group.severity, box]);
      this.holder.append(box);
    }
  }

  /** A button for each severity, which hides and shows its groups. */
  private filter(present: Severity[], groups: FindingGroup[]): HTMLElement {
    const row = create("div", "choice");
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", "Filter by severity");
    for (const severity of present) {
      const count = groups.reduce((sum, group) => sum + (group.severity === severity ? group.count : 0), 0);
      const button = create("button", "", counted(count, WORDS[severity]));
      button.type = "button";
      button.dataset["severity"] = severity;
      button.setAttribute("aria-pressed", "true");
      button.addEventListener("click", () => {
        if (!this.hidden.delete(severity)) this.hidden.add(severity);
        button.setAttribute("aria-pressed", String(!this.hidden.has(severity)));
        for (const [of, box] of this.boxes) box.hidden = this.hidden.has(of);
      });
      row.append(button);
    }
    return row;
  }

  private details({ rule, severity, count, listed }: FindingGroup): HTMLElement {
    const box = create("details", `group ${severity}`);
    const head = create("summary");
    head.append(create("strong", "", this.data.rules[rule] ?? rule), create("span", "rule", `${rule} · ${counted(count, WORDS[severity])}`));
    box.append(head);
    let isFilled = false;
    const fill = (): void => {
      if (isFilled) return;
      isFilled = true;
      box.append(...listed.map((finding) => this.row(finding)));
      if (count > listed.length) box.append(create("p", "empty", `and ${count - listed.length} more: run pantin check to list all`));
    };
    box.addEventListener("toggle", fill);
    if (count <= UNFOLDED) {
      fill();
      box.open = true;
    }
    return box;
  }

  private row(finding: FindingData): HTMLElement {
    const { node, clip, material } = finding;
    const act = this.action(finding);
    const box = create(act ? "button" : "div", "finding");
    box.append(create("span", "message", finding.message));
    const name = node !== null ? nodeName(this.data, node) : clip !== null ? `clip ${this.data.clips[clip]?.name ?? clip}` : "";
    box.append(create("span", "place", [name, finding.location].filter(Boolean).join(" · ")));
    if (!act) return box;
    const parts = { node, clip, material };
    for (const [kind, index] of Object.entries(parts)) if (index !== null) box.dataset[kind] = String(index);
    box.addEventListener("click", act);
    return box;
  }

  /** Show the clip, node or material of a finding; null where it is about none. */
  private action({ node, clip, material }: FindingData): (() => void) | null {
    if (node === null && clip === null && material === null) return null;
    return () => {
      if (clip !== null && clip < this.data.clips.length) this.actions.play(clip);
      if (node !== null) this.actions.select(node);
      if (material !== null) this.actions.showMaterial(material);
    };
  }
}
