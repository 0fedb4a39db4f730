// What Pantin found in the file; a finding that speaks of a node selects it.

import { byId, made } from "./dom";
import type { Facts, FindingFacts } from "./facts";
import type { Store } from "./state";

/** More would make the page slow, and `pantin check` prints them all. */
const MOST = 500;

export function listFindings(facts: Facts, store: Store): void {
  const holder = byId("findings");
  const { findings } = facts;
  const errors = findings.filter((one) => one.severity === "error").length;
  const badge = byId("finding-count");
  badge.textContent = findings.length ? String(findings.length) : "";
  badge.className = errors ? "badge error" : findings.some((one) => one.severity === "warning") ? "badge warning" : "badge";
  if (!findings.length) holder.append(made("p", "empty", "No findings."));
  for (const one of findings.slice(0, MOST)) holder.append(row(one, store));
  const left = findings.length - MOST;
  if (left > 0) holder.append(made("p", "empty", `and ${left} more: run pantin check to list all`));
}

function row(one: FindingFacts, store: Store): HTMLElement {
  const box = made(one.node === null ? "div" : "button", `finding ${one.severity}`);
  const head = made("span", "rule", one.rule);
  box.append(head, made("span", "message", one.message), made("span", "place", one.place));
  if (one.node !== null) {
    const { node } = one;
    box.dataset["node"] = String(node);
    box.addEventListener("click", () => store.select(node));
  }
  return box;
}
