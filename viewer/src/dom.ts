// Elements of the page. Names from files are only set as text, never as markup.

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  style = "",
  text = "",
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (style) element.className = style;
  if (text) element.textContent = text;
  return element;
}

/** Colour a slider up to its value. */
export function fill(input: HTMLInputElement): void {
  const [low, high] = [Number(input.min), Number(input.max)];
  const share = high > low ? (Number(input.value) - low) / (high - low) : 0;
  input.style.setProperty("--at", `${(share * 100).toFixed(2)}%`);
}

/** A slider with its name and its value, which can be typed too; beyond the ends of the slider where it is `open`. */
export function slider(
  name: string,
  range: { min: number; max: number; step: number; open?: boolean },
  change: (value: number) => void,
): { row: HTMLElement; set(value: number): void } {
  const row = create("label", "slider");
  const label = create("span", "name", name);
  label.title = name;
  const input = create("input");
  const value = create("input", "number");
  input.type = "range";
  input.min = String(range.min);
  input.max = String(range.max);
  input.step = String(range.step);
  const digits = range.step < 1 ? Math.min(Math.max(2, Math.ceil(-Math.log10(range.step))), 6) : 0;
  value.type = "number";
  value.step = "any";
  if (!range.open) [value.min, value.max] = [input.min, input.max];
  value.setAttribute("aria-label", `${name} as a number`);
  const set = (to: number): void => {
    input.value = String(to);
    // What somebody is typing stays as it is.
    if (document.activeElement !== value) value.value = String(Number(to.toFixed(Math.max(digits, 2))));
    fill(input);
  };
  input.addEventListener("input", () => {
    set(Number(input.value));
    change(Number(input.value));
  });
  value.addEventListener("input", () => {
    if (value.value === "" || !value.validity.valid) return;
    input.value = value.value;
    fill(input);
    change(Number(value.value));
  });
  row.append(label, input, value);
  return { row, set };
}

/** `1 joint`, `2 joints`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A colour scale as the background of an element. */
export function scaleBackground(stops: [number, string][]): string {
  return `linear-gradient(to right, ${stops.map(([stop, colour]) => `${colour} ${stop * 100}%`).join(", ")})`;
}
