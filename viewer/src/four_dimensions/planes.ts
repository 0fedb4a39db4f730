// Rotations in four dimensions as lists of planes: `xw:30,yz:10`, as `--rotate` of the commands takes them.

export const AXES = ["x", "y", "z", "w"] as const;
export const PLANES = ["xy", "xz", "yz", "xw", "yw", "zw"] as const;
export type Plane = (typeof PLANES)[number];

/** A rotation of the first axis of a plane towards the second, in degrees. */
export type Turn = [plane: Plane, degrees: number];

/** A 4 × 4 matrix, row by row. */
export type Matrix = number[];

/** Turns are applied from left to right. Null for a text that is something else. */
export function parseTurns(text: string): Turn[] | null {
  if (!text.trim()) return [];
  const turns = text.split(",").map((word) => parseTurn(word.trim()));
  return turns.every((turn) => turn !== null) ? turns : null;
}

function parseTurn(word: string): Turn | null {
  const [, first, second, number] = /^([xyzw])([xyzw]):([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i.exec(word) ?? [];
  const degrees = Number(number);
  if (!first || !second || !Number.isFinite(degrees)) return null;
  const forward = PLANES.find((plane) => plane === first.toLowerCase() + second.toLowerCase());
  if (forward) return [forward, degrees];
  const backward = PLANES.find((plane) => plane === second.toLowerCase() + first.toLowerCase());
  return backward ? [backward, -degrees] : null;
}

export function writeTurns(turns: Turn[]): string {
  return turns
    .filter(([, degrees]) => degrees !== 0)
    .map(([plane, degrees]) => `${plane}:${Number(degrees.toFixed(3))}`)
    .join(",");
}

/** The angle of a plane: of its last turn in the list. */
export function angleOf(turns: Turn[], plane: Plane): number {
  return turns.filter(([held]) => held === plane).at(-1)?.[1] ?? 0;
}

/** The turns with another angle for the last one of a plane, which keeps its place in the order. */
export function withAngle(turns: Turn[], plane: Plane, degrees: number): Turn[] {
  const last = turns.map(([held]) => held).lastIndexOf(plane);
  return last < 0 ? [...turns, [plane, degrees]] : turns.map((turn, index) => (index === last ? [plane, degrees] : turn));
}

/** An angle between −180 and 180 degrees. */
export function wrap(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}

export function rotationOf(turns: Turn[]): Matrix {
  let matrix: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  for (const [plane, degrees] of turns) matrix = turned(matrix, plane, degrees);
  return matrix;
}

/** A matrix after which a plane is rotated: only the rows of its two axes change. */
function turned(matrix: Matrix, plane: Plane, degrees: number): Matrix {
  const [first, second] = [AXES.indexOf(plane[0] as "x"), AXES.indexOf(plane[1] as "w")];
  const [cos, sin] = cosSin(degrees);
  const out = [...matrix];
  for (let column = 0; column < 4; column++) {
    const [a, b] = [matrix[4 * first + column] ?? 0, matrix[4 * second + column] ?? 0];
    out[4 * first + column] = cos * a - sin * b;
    out[4 * second + column] = sin * a + cos * b;
  }
  return out;
}

/** Exact for right angles, so that a quarter turn exchanges axes and nothing else. */
function cosSin(degrees: number): [number, number] {
  const quarters = Math.round(degrees / 90);
  const rest = ((degrees - 90 * quarters) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(rest), Math.sin(rest)];
  const turns: [number, number][] = [[cos, sin], [-sin, cos], [-cos, -sin], [sin, -cos]];
  return turns[((quarters % 4) + 4) % 4] ?? [cos, sin];
}
