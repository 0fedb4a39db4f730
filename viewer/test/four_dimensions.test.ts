import assert from "node:assert/strict";
import { test } from "node:test";
import { Corners, cut, solidOnes, type Tetrahedra } from "../src/four_dimensions/cut";
import { beforeRotation, type Hyperplane, hyperplane, project, see } from "../src/four_dimensions/hyperplane";
import { angleOf, parseTurns, rotationOf, type Turn, withAngle, wrap, writeTurns } from "../src/four_dimensions/planes";
import { Motion } from "../src/four_dimensions/motion";
import { Body, type FourData, IDENTITY, worldTransforms } from "../src/four_dimensions/rig";
import { normalOf } from "../src/four_dimensions/state";
import { read, write } from "../src/share_link";
import { Store } from "../src/state";
import fixture from "./four_dimensions.json";

/** What float32 and other orders of sums change, of coordinates up to 4. */
const NEAR = 2e-6;

const turnsOf = (text: string): Turn[] => parseTurns(text) as Turn[];

function near(actual: ArrayLike<number>, expected: ArrayLike<number>): boolean {
  return actual.length === expected.length && Array.from(actual).every((value, index) => Math.abs(value - (expected[index] ?? NaN)) <= NEAR);
}

for (const { text, matrix } of fixture.rotations)
  test(`${text} is the rotation that Pantin makes of it`, () => assert.ok(near(rotationOf(turnsOf(text)), matrix)));

test("a quarter turn has no other numbers than 0 and 1", () => {
  assert.deepEqual(rotationOf([["xw", 90]]).map((value) => value + 0), [0, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0]);
});

test("a list of turns is written as it is read, with the axes in order", () => {
  assert.equal(writeTurns(turnsOf(" xw:30, zy:-10 ")), "xw:30,yz:10");
  assert.deepEqual(parseTurns(""), []);
  for (const nonsense of ["xx:3", "xw", "xw:", "xv:3", "xw:3,", "xw:abc", "xw:1e999"]) assert.equal(parseTurns(nonsense), null, nonsense);
});

test("a slider changes the last turn of its plane, and the order stays", () => {
  const turns = turnsOf("xw:30,yz:10,xw:5");
  assert.equal(writeTurns(withAngle(turns, "xw", 50)), "xw:30,yz:10,xw:50");
  assert.equal(writeTurns(withAngle(turns, "zw", 1)), "xw:30,yz:10,xw:5,zw:1");
  assert.equal(angleOf(turns, "xw"), 5);
  assert.deepEqual([wrap(190), wrap(-540.5), wrap(360)], [-170, 179.5, 0]);
});

function planeOf(entry: (typeof fixture.cuts)[number]): Hyperplane {
  const plane = hyperplane(entry.normal as [number, number, number, number], entry.offset) as Hyperplane;
  return beforeRotation(plane, rotationOf(turnsOf(entry.rotate)));
}

fixture.cuts.forEach((entry, index) => {
  const points = new Float64Array(entry.points);
  const seen = see(points, planeOf(entry));
  const vertices = new Uint32Array(entry.simplexes);
  const tetrahedra: Tetrahedra = { vertices, solid: solidOnes(points, vertices), normals: null };

  test(`cut ${index} has the triangles that Pantin cuts, wound the same way`, () => {
    const out = new Corners();
    cut(tetrahedra, seen, planeOf(entry).basis, out);
    assert.equal(out.count / 3, entry.triangles.length);
    const left = Array.from({ length: out.count / 3 }, (_, triangle) => [...out.positions.subarray(9 * triangle, 9 * triangle + 9)]);
    for (const triangle of entry.triangles) {
      const place = left.findIndex((other) => [0, 3, 6].some((start) => near([...other.slice(start), ...other.slice(0, start)], triangle)));
      assert.ok(place >= 0, `no triangle ${triangle}`);
      left.splice(place, 1);
    }
  });

  test(`cut ${index} encloses the volume of Pantin's slice`, () => {
    const out = new Corners();
    cut(tetrahedra, seen, planeOf(entry).basis, out);
    let volume = 0;
    for (let start = 0; start < 3 * out.count; start += 9) {
      const [a, b, c, d, e, f, g, h, i] = out.positions.subarray(start, start + 9) as unknown as number[];
      volume += ((a ?? 0) * ((e ?? 0) * (i ?? 0) - (f ?? 0) * (h ?? 0)) - (b ?? 0) * ((d ?? 0) * (i ?? 0) - (f ?? 0) * (g ?? 0)) + (c ?? 0) * ((d ?? 0) * (h ?? 0) - (e ?? 0) * (g ?? 0))) / 6;
    }
    assert.ok(Math.abs(volume - entry.volume) < 1e-4, `${volume} is not ${entry.volume}`);
  });

  test(`projection ${index} is Pantin's`, () => assert.ok(near(project(seen, 20), entry.projected)));
});

for (const entry of fixture.poses)
  test("vertices are posed as Pantin poses them", () => {
    const bytes = Uint8Array.from(atob(entry.arrays), (letter) => letter.charCodeAt(0)).buffer;
    const four = entry.four as unknown as FourData;
    const joints = new Map(entry.joints.map(([node, turns]) => [Number(node), turnsOf(String(turns))]));
    const weights = new Map(entry.weights.map(([key, weight]) => [String(key), Number(weight)]));
    const world = worldTransforms(four.locals, four.order, entry.parents, joints);
    four.bodies.forEach((data, index) => {
      const body = new Body(data, bytes);
      body.pose(world, (shape) => weights.get(`${data.node}.${shape}`));
      assert.ok(near(body.points, entry.posed[index] ?? []));
    });
  });

test("a clip is between its frames, and its last one is its end", () => {
  const start = { locals: [[...IDENTITY], [...IDENTITY]], clips: [{ frames: 2, nodes: [1], locals: 0, blends: [{ node: 1, shapes: 1, values: 160 }] }, null] } as unknown as FourData;
  const moved = IDENTITY.map((value, index) => (index === 4 ? 8 : value));
  const bytes = new Float32Array([...IDENTITY, ...moved, 0, 1]).buffer;
  const motion = new Motion(start, [{ name: "go", seconds: 2, springs: false, rate: 60, reference: "go" }], bytes);
  const at = (clip: number | null, time: number): unknown[] => {
    const { locals, weights } = motion.at(clip, time);
    return [locals[0]?.[4], locals[1]?.[4], weights.get(1)];
  };
  assert.deepEqual(at(0, 0), [0, 0, [0]]);
  assert.deepEqual(at(0, 0.5), [0, 2, [0.25]]);
  assert.deepEqual(at(0, 9), [0, 8, [1]]);
  assert.deepEqual([at(1, 1), at(null, 1)], [[0, 0, undefined], [0, 0, undefined]]);
});

test("a link restores how a 4D model is seen and posed", () => {
  const { state } = new Store();
  Object.assign(state.four, { turns: turnsOf("xw:30,yz:10.5"), spin: ["xw"], mode: "perspective", normal: [1, 1, 0, 1], offset: -0.25, distance: 5 });
  state.four.joints.set(3, turnsOf("yw:90,xw:5"));
  const other = new Store().state;
  const page = { camera: { position: [1, 2, 3], target: [0, 0, 0] }, dark: false, tab: "four", folded: false };
  read(write(state, page), other, { nodes: 4, clips: 0, poses: 0, expressions: 0, variants: 2 });
  assert.deepEqual(other.four, state.four);
});

test("nonsense in a link changes nothing", () => {
  const { state } = new Store();
  read("rotate=xx:3&spin=no&mode=flat&normal=0,0,0,0&w=x&distance=-1&planes=9=xw:3;1=;x=yw:2", state, { nodes: 4, clips: 0, poses: 0, expressions: 0, variants: 2 });
  assert.deepEqual(state, new Store().state);
  assert.equal(normalOf("1,2,3"), null);
});
