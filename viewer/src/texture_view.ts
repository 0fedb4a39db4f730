// A texture of the model, large, whole or one channel of it.

import { byId, create } from "./dom";

export type Picture = CanvasImageSource & { width: number; height: number };

const CHANNELS = ["RGB", "R", "G", "B", "A"] as const;
type Part = (typeof CHANNELS)[number];
/** Pixels of the canvas at most. */
const MOST = 1024;

export class TextureView {
  private readonly dialog = byId<HTMLDialogElement>("texture");
  private readonly canvas = byId<HTMLCanvasElement>("texture-view");
  private pixels: ImageData | null = null;

  constructor() {
    for (const part of CHANNELS) {
      const button = create("button", "", part);
      button.type = "button";
      button.dataset["part"] = part;
      button.addEventListener("click", () => this.show(part));
      byId("texture-channels").append(button);
    }
    byId("close-texture").addEventListener("click", () => this.dialog.close());
  }

  open(title: string, image: Picture): void {
    const scale = Math.min(1, MOST / Math.max(image.width, image.height));
    this.canvas.width = Math.max(1, Math.round(image.width * scale));
    this.canvas.height = Math.max(1, Math.round(image.height * scale));
    const paper = this.canvas.getContext("2d", { willReadFrequently: true });
    paper?.drawImage(image, 0, 0, this.canvas.width, this.canvas.height);
    this.pixels = paper?.getImageData(0, 0, this.canvas.width, this.canvas.height) ?? null;
    byId("texture-title").textContent = title;
    byId("texture-note").textContent = `${image.width} × ${image.height} pixels`;
    this.show("RGB");
    this.dialog.showModal();
  }

  private show(part: Part): void {
    for (const button of byId("texture-channels").querySelectorAll<HTMLElement>("button"))
      button.setAttribute("aria-pressed", String(button.dataset["part"] === part));
    if (this.pixels) this.canvas.getContext("2d")?.putImageData(channelOf(this.pixels, part), 0, 0);
  }
}

/** A channel as grey; the colours without alpha for all three. */
function channelOf(pixels: ImageData, part: Part): ImageData {
  const shown = new ImageData(new Uint8ClampedArray(pixels.data), pixels.width);
  const channel = "RGBA".indexOf(part);
  for (let at = 0; at < shown.data.length; at += 4) {
    if (part !== "RGB") shown.data.fill(pixels.data[at + channel] ?? 0, at, at + 3);
    shown.data[at + 3] = 255;
  }
  return shown;
}
