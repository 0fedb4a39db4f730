// A copy of this page with another model, opened in its place; the browser's way back leads to the first. Everything is in
// the page, so the copy is made without a server.

import { base64 } from "./base64";
import type { PageData } from "./page_data";

export class PageCopy {
  /** The page before its script changes it. */
  private readonly shell = document.documentElement.cloneNode(true) as HTMLElement;

  /** Open a page with a model; its address holds while this tab is open. */
  open(data: PageData, model: ArrayBuffer): void {
    const shell = this.shell.cloneNode(true) as HTMLElement;
    const put = (selector: string, text: string): void => {
      const element = shell.querySelector(selector);
      if (element) element.textContent = text;
    };
    put("title", data.title);
    put("#page-data", escaped(JSON.stringify(data)));
    put("#model", base64(new Uint8Array(model)));
    for (const id of ["#frames", "#other-frames", "#other-model"]) put(id, "");
    const page = new Blob([`<!doctype html>\n${shell.outerHTML}`], { type: "text/html;charset=utf-8" });
    location.assign(URL.createObjectURL(page));
  }
}

/** JSON inside a script element must not end it (HTML §4.12.1.3). */
function escaped(json: string): string {
  return json.replaceAll("<", "\\u003c");
}
