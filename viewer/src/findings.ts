// The findings, grouped by their rule; clicking one selects the node it is about.

import { byId, counted, create } from "./dom";
import { type FindingData, type PageData, nodeName } from "./page_data";
import type { Store } from "./state";

/** More rows would make the page slow; `pantin check` prints all. */
const MAX_FINDINGS = 500;
/** Groups with more findings are folded at first. */
const UNFOLDED = 3;

/** The findings of each rule, errors first, else in the order of the report. */
export function groupFindings(findings: FindingData[]): FindingData[][] {
  const groups = new Map<string, FindingData[]>();
  for (const finding of findings) groups.set(finding.rule, [...(groups.get(finding.rule) ?? []), finding]);
  const rank = (group: FindingData[]): number => ["error", "warning", "info"].indexOf(group[0]?.severity ?? "info");
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

export function listFindings(data: PageData, store: Store): void {
  const holder = byId("findings");
  const { findings } = data;
  const worst = ["error", "warning"].find((severity) => findings.some((finding) => finding.severity === severity));
  const badge = byId("finding-count");
  badge.textContent = findings.length ? String(findings.length) : "";
  badge.className = `badge ${worst ?? ""}`;
  if (!findings.length) holder.append(create("p", "empty", "No findings: the file follows every rule that Pantin checks."));
  for (const group of groupFindings(findings.slice(0, MAX_FINDINGS))) holder.append(details(data, group, store));
  const left = findings.length - MAX_FINDINGS;
  if (left > 0) holder.append(create("p", "empty", `and ${left} more: run pantin check to list all`));
}

function details(data: PageData, group: FindingData[], store: Store): HTMLElement {
  const [{ rule, severity }] = group as [FindingData];
  const box = create("details", `group ${severity}`);
  box.open = group.length <= UNFOLDED;
  const head = create("summary");
  const title = create("strong", "", data.rules[rule] ?? rule);
  head.append(title, create("span", "rule", `${rule} · ${counted(group.length, severity === "info" ? "note" : severity)}`));
  box.append(head, ...group.map((finding) => row(data, finding, store)));
  return box;
}

function row(data: PageData, finding: FindingData, store: Store): HTMLElement {
  const { node } = finding;
  const box = create(node === null ? "div" : "button", "finding");
  box.append(create("span", "message", finding.message));
  const place = node === null ? finding.location : `${nodeName(data, node)} · ${finding.location}`;
  box.append(create("span", "place", place));
  if (node !== null) {
    box.dataset["node"] = String(node);
    box.addEventListener("click", () => store.select(node));
  }
  return box;
}
