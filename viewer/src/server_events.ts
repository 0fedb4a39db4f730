// Events from `pantin view --watch`: the source has changed, or it cannot be shown and why.

import { byId, counted, create } from "./dom";
import type { FindingData } from "./page_data";

interface Message {
  reload?: boolean;
  problems?: FindingData[];
}

/** Listen for editions other than this one; `remember` is called before a reload, to keep the view. */
export function listen(edition: number, remember: () => void): void {
  const source = new EventSource(`events?${edition}`);
  source.addEventListener("message", (event) => {
    const message = JSON.parse(event.data as string) as Message;
    if (message.problems) showProblems(message.problems);
    if (!message.reload) return;
    remember();
    location.reload();
  });
}

export function showProblems(problems: FindingData[]): void {
  const holder = byId("problems");
  holder.hidden = !problems.length;
  holder.replaceChildren(
    create("strong", "", counted(problems.length, "problem")),
    create("span", "", " in the current version of the file"),
    ...problems.slice(0, 20).map((problem) => {
      const line = create("div", `problem ${problem.severity}`);
      line.append(create("code", "", problem.location), create("span", "rule", problem.rule), create("span", "", problem.message));
      return line;
    }),
  );
}
