// Assembles the two inner loops of the static model as WebAssembly with SIMD and writes them, as base64, to
// src/code/semantic/model/kernel-bytes.ts. Run it after a change here: node model/kernel.mjs
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const i32 = 0x7f;
const v128 = 0x7b;
const unsigned = (value) => {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
};
const vector = (items) => [...unsigned(items.length), ...items.flat()];
const section = (id, bytes) => [id, ...unsigned(bytes.length), ...bytes];
const name = (text) => vector([...text].map((char) => char.charCodeAt(0)));

const get = (local) => [0x20, local];
const set = (local) => [0x21, local];
const constant = (value) => [0x41, ...signed(value)];
const add = [0x6a];
const mul = [0x6c];
const below = [0x49];
const loop = (body) => [0x03, 0x40, ...body, 0x0b];
const again = [0x0d, 0];
const simd = (code, ...rest) => [0xfd, ...unsigned(code), ...rest];
const load = (offset) => simd(0x00, 0, ...unsigned(offset));
const store = (offset) => simd(0x0b, 0, ...unsigned(offset));
const lane = (at) => simd(0x1b, at);
const zero = simd(0x0c, ...new Array(16).fill(0));
const bytesLow = simd(0x87);
const bytesHigh = simd(0x88);
const halvesLow = simd(0xa7);
const halvesHigh = simd(0xa8);
const addInts = simd(0xae);
const dotHalves = simd(0xba);
const splat = simd(0x13);
const addFloats = simd(0xe4);
const mulFloats = simd(0xe6);
const toFloats = simd(0xfa);
const step = (local, by) => [...get(local), ...constant(by), ...add, ...set(local)];

function signed(value) {
  const bytes = [];
  for (;;) {
    const byte = value & 0x7f;
    value >>= 7;
    const isLast = (value === 0 && (byte & 0x40) === 0) || (value === -1 && (byte & 0x40) !== 0);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}

/** dots(rows, count, query, out, dims): out[r] = the sum of rows[r][k] * query[k], bytes by 16-bit numbers. */
function dots() {
  const [rows, count, query, out, dims, end, stop, q, sum, bytes] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const locals = [
    [3, i32],
    [2, v128],
  ];
  const half = (part, offset) => [
    ...get(bytes),
    ...part,
    ...get(q),
    ...load(offset),
    ...dotHalves,
    ...addInts,
  ];
  const body = [
    ...get(rows),
    ...get(count),
    ...get(dims),
    ...mul,
    ...add,
    ...set(end),
    ...loop([
      ...zero,
      ...set(sum),
      ...get(query),
      ...set(q),
      ...get(rows),
      ...get(dims),
      ...add,
      ...set(stop),
      ...loop([
        ...get(rows),
        ...load(0),
        ...set(bytes),
        ...get(sum),
        ...half(bytesLow, 0),
        ...half(bytesHigh, 16),
        ...set(sum),
        ...step(rows, 16),
        ...step(q, 32),
        ...get(rows),
        ...get(stop),
        ...below,
        ...again,
      ]),
      ...get(out),
      ...get(sum),
      ...lane(0),
      ...get(sum),
      ...lane(1),
      ...add,
      ...get(sum),
      ...lane(2),
      ...get(sum),
      ...lane(3),
      ...add,
      ...add,
      0x36,
      2,
      0,
      ...step(out, 4),
      ...get(rows),
      ...get(end),
      ...below,
      ...again,
    ]),
  ];
  return { locals, body };
}

/** gather(ids, weights, count, table, sums, dims): sums[k] += weights[i] * table[ids[i]][k], for each i. */
function gather() {
  const [ids, weights, count, table, sums, dims, end, row, stop, to, bytes, weight] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ];
  const locals = [
    [4, i32],
    [2, v128],
  ];
  const quarter = (first, second, offset) => [
    ...get(to),
    ...get(to),
    ...load(offset),
    ...get(bytes),
    ...first,
    ...second,
    ...toFloats,
    ...get(weight),
    ...mulFloats,
    ...addFloats,
    ...store(offset),
  ];
  const body = [
    ...get(ids),
    ...get(count),
    ...constant(4),
    ...mul,
    ...add,
    ...set(end),
    ...loop([
      ...get(ids),
      0x28,
      2,
      0,
      ...get(dims),
      ...mul,
      ...get(table),
      ...add,
      ...set(row),
      ...get(row),
      ...get(dims),
      ...add,
      ...set(stop),
      ...get(weights),
      0x2a,
      2,
      0,
      ...splat,
      ...set(weight),
      ...get(sums),
      ...set(to),
      ...loop([
        ...get(row),
        ...load(0),
        ...set(bytes),
        ...quarter(bytesLow, halvesLow, 0),
        ...quarter(bytesLow, halvesHigh, 16),
        ...quarter(bytesHigh, halvesLow, 32),
        ...quarter(bytesHigh, halvesHigh, 48),
        ...step(row, 16),
        ...step(to, 64),
        ...get(row),
        ...get(stop),
        ...below,
        ...again,
      ]),
      ...step(ids, 4),
      ...step(weights, 4),
      ...get(ids),
      ...get(end),
      ...below,
      ...again,
    ]),
  ];
  return { locals, body };
}

function code({ locals, body }) {
  const bytes = [...vector(locals.map(([count, type]) => [...unsigned(count), type])), ...body, 0x0b];
  return [...unsigned(bytes.length), ...bytes];
}

const wasm = Uint8Array.from([
  0,
  0x61,
  0x73,
  0x6d,
  1,
  0,
  0,
  0,
  ...section(
    1,
    vector([
      [0x60, ...vector(new Array(5).fill([i32])), 0],
      [0x60, ...vector(new Array(6).fill([i32])), 0],
    ]),
  ),
  ...section(2, vector([[...name("host"), ...name("memory"), 2, 0, 0]])),
  ...section(3, vector([[0], [1]])),
  ...section(
    7,
    vector([
      [...name("dots"), 0, 0],
      [...name("gather"), 0, 1],
    ]),
  ),
  ...section(10, vector([code(dots()), code(gather())])),
]);
if (!WebAssembly.validate(wasm)) new WebAssembly.Module(wasm);
const base64 = Buffer.from(wasm)
  .toString("base64")
  .replace(/.{1,100}/g, (line) => `\n  "${line}" +`)
  .slice(0, -2);
writeFileSync(
  join(import.meta.dirname, "../src/code/semantic/model/kernel-bytes.ts"),
  `/** Made by model/kernel.mjs, where the loops are written down; ${wasm.length} bytes of WebAssembly. */\nexport const kernelBytes =${base64};\n`,
);
console.log(`${wasm.length} bytes`);
