// The dialog with the current pose as text, to copy or to save.

import { byId } from "./dom";
import type { Panel } from "./panel";
import type { PoseTexts } from "./pose_export";

export class ExportDialog {
  private readonly dialog = byId<HTMLDialogElement>("export");
  private readonly texts = { arguments: byId<HTMLTextAreaElement>("pose-arguments"), file: byId<HTMLTextAreaElement>("pose-file") };

  constructor(
    private readonly panel: Panel,
    private readonly title: string,
    private readonly collect: () => PoseTexts,
    binaries: { clip: (() => Uint8Array) | null; motion: (() => Uint8Array) | null },
  ) {
    byId("copy-arguments").addEventListener("click", () => this.copy(this.texts.arguments, "Options copied"));
    byId("copy-file").addEventListener("click", () => this.copy(this.texts.file, "Pose file copied"));
    byId("save-file").addEventListener("click", () =>
      panel.save(new Blob([this.texts.file.value], { type: "application/json" }), `${stem(this.title)}.pose.json`),
    );
    const saves: [id: string, write: (() => Uint8Array) | null, suffix: string][] = [
      ["save-clip", binaries.clip, "pose.glb"],
      ["save-motion", binaries.motion, "vrma"],
    ];
    for (const [id, write, suffix] of saves) {
      byId(id).hidden = write === null;
      if (write) byId(id).addEventListener("click", () => panel.save(new Blob([write() as BlobPart], { type: "model/gltf-binary" }), `${stem(title)}.${suffix}`));
    }
    byId("close-export").addEventListener("click", () => this.dialog.close());
  }

  open(): void {
    const { options, file, notes } = this.collect();
    this.texts.arguments.value = options || "(the rest pose needs no options)";
    this.texts.file.value = file;
    byId("export-note").textContent = notes.join(" ");
    this.dialog.showModal();
  }

  private copy(text: HTMLTextAreaElement, done: string): void {
    text.select();
    this.panel.copy(text.value, done, () => this.panel.say("Press Ctrl+C to copy the selected text"));
  }
}

/** The name of a file without its suffixes. */
export function stem(title: string): string {
  return title.replace(/(\.[A-Za-z0-9]+)+$/, "") || "model";
}
