// A page that `pantin view --watch` serves: it is told when the source has changed, or why it cannot be shown.

import { byId, counted, made } from "./dom";
import type { FindingFacts } from "./facts";

interface News {
  reload?: boolean;
  problems?: FindingFacts[];
}

/** Listen for another edition than the one this page is; `remember` is called before the page loads itself again, to keep the view as it is. */
export function listen(edition: number, remember: () => void): void {
  const source = new EventSource(`events?${edition}`);
  source.addEventListener("message", (event) => {
    const news = JSON.parse(event.data as string) as News;
    if (news.problems) showProblems(news.problems);
    if (!news.reload) return;
    remember();
    location.reload();
  });
}

export function showProblems(problems: FindingFacts[]): void {
  const holder = byId("problems");
  holder.hidden = !problems.length;
  holder.replaceChildren(
    made("strong", "", counted(problems.length, "problem")),
    made("span", "", " in the current version of the file"),
    ...problems.slice(0, 20).map((one) => {
      const line = made("div", `problem ${one.severity}`);
      line.append(made("code", "", one.place), made("span", "rule", one.rule), made("span", "", one.message));
      return line;
    }),
  );
}
