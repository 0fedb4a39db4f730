// The list of findings; clicking one selects the node it is about.

import { byId, create } from "./dom";
import type { PageData, FindingData } from "./page_data";
import type { Store } from "./state";

/** More rows would make the page slow; `pantin check` prints all. */
const MAX_FINDINGS = 500;

export function listFindings(data: PageData, store: Store): void {
  const holder = byId("findings");
  const { findings } = data;
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const badge = byId("finding-count");
  badge.textContent = findings.length ? String(findings.length) : "";
  badge.className = errors ? "badge error" : findings.some((finding) => finding.severity === "warning") ? "badge warning" : "badge";
  if (!findings.length) holder.append(create("p", "empty", "No findings."));
  for (const finding of findings.slice(0, MAX_FINDINGS)) holder.append(row(finding, store));
  const left = findings.length - MAX_FINDINGS;
  if (left > 0) holder.append(create("p", "empty", `and ${left} more: run pantin check to list all`));
}

function row(finding: FindingData, store: Store): HTMLElement {
  const box = create(finding.node === null ? "div" : "button", `finding ${finding.severity}`);
  const head = create("span", "rule", finding.rule);
  box.append(head, create("span", "message", finding.message), create("span", "place", finding.location));
  if (finding.node !== null) {
    const { node } = finding;
    box.dataset["node"] = String(node);
    box.addEventListener("click", () => store.select(node));
  }
  return box;
}
