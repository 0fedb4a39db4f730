// The dialog with the current pose as text, to copy or to save.

import { byId, counted } from "./dom";
import type { Panel } from "./panel";
import { type ExportedPose, poseArguments, poseFile } from "./pose_export";

export class ExportDialog {
  private readonly dialog = byId<HTMLDialogElement>("export");
  private readonly texts = { arguments: byId<HTMLTextAreaElement>("pose-arguments"), file: byId<HTMLTextAreaElement>("pose-file") };

  constructor(
    private readonly panel: Panel,
    private readonly title: string,
    private readonly collect: () => ExportedPose,
  ) {
    byId("copy-arguments").addEventListener("click", () => this.copy(this.texts.arguments));
    byId("copy-file").addEventListener("click", () => this.copy(this.texts.file));
    byId("save-file").addEventListener("click", () =>
      panel.save(new Blob([this.texts.file.value], { type: "application/json" }), `${stem(this.title)}.pose.json`),
    );
    byId("close-export").addEventListener("click", () => this.dialog.close());
  }

  open(): void {
    const pose = this.collect();
    this.texts.arguments.value = poseArguments(pose) || "(the rest pose needs no options)";
    this.texts.file.value = poseFile(pose);
    byId("export-note").textContent = notes(pose).join(" ");
    this.dialog.showModal();
  }

  private copy(text: HTMLTextAreaElement): void {
    text.select();
    this.panel.copy(text.value, () => this.panel.say("Press Ctrl+C to copy the selected text"));
  }
}

function notes(pose: ExportedPose): string[] {
  const found: string[] = [];
  if (pose.isSimulated) found.push("The clip is not in the file: it was simulated or retargeted for this page. Use the pose file.");
  if (pose.moved) found.push(`${counted(pose.moved, "node")} moved or scaled by hand: options can only rotate, so use the file.`);
  if (pose.unequal.length) found.push(`Several meshes have ${pose.unequal.join(", ")} with different weights: the last one is exported.`);
  return found;
}

/** The name of a file without its suffixes. */
export function stem(title: string): string {
  return title.replace(/(\.[A-Za-z0-9]+)+$/, "") || "model";
}
