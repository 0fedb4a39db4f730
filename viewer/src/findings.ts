// The list of findings; clicking one selects the node it is about.

import { byId, create } from "./dom";
import type { PageData, FindingData } from "./page_data";
import type { Store } from "./state";

/** More rows would make the page slow; `pantin check` prints all. */
const MAX_FINDINGS = 500;

export function listFindings(data: PageData, store: Store): void {
  const holder = byId("findings");
  const { findings } = data;
  const errors = findings.filter((one) => one.severity === "error").length;
  const badge = byId("finding-count");
  badge.textContent = findings.length ? String(findings.length) : "";
  badge.className = errors ? "badge error" : findings.some((one) => one.severity === "warning") ? "badge warning" : "badge";
  if (!findings.length) holder.append(create("p", "empty", "No findings."));
  for (const one of findings.slice(0, MAX_FINDINGS)) holder.append(row(one, store));
  const left = findings.length - MAX_FINDINGS;
  if (left > 0) holder.append(create("p", "empty", `and ${left} more: run pantin check to list all`));
}

function row(one: FindingData, store: Store): HTMLElement {
  const box = create(one.node === null ? "div" : "button", `finding ${one.severity}`);
  const head = create("span", "rule", one.rule);
  box.append(head, create("span", "message", one.message), create("span", "place", one.location));
  if (one.node !== null) {
    const { node } = one;
    box.dataset["node"] = String(node);
    box.addEventListener("click", () => store.select(node));
  }
  return box;
}
