import { isRecord } from "../../src/kernel/json.ts";

/** A small random number generator, so that a seed reproduces the whole run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Random = () => number;

const oddities: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  "",
  "\u0000",
  "\u2028",
  "\ud800",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "x".repeat(5000),
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: { polluted: true } },
  { constructor: { prototype: {} } },
];

/** One line of input made from a message: sometimes still a message, sometimes not even JSON. */
export function mutate(message: unknown, other: unknown, random: Random): Buffer {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  let value = structuredClone(message);
  for (let rounds = Math.floor(random() * 3); rounds > 0; rounds--) value = bend(value, other, random, pick);
  const bytes = Buffer.from(JSON.stringify(value) ?? "null");
  return random() < 0.5 ? bytes : Buffer.from(damage(bytes, random).filter((byte) => byte !== 10));
}

/** Changes one place in the tree: another value, no value, one more, one from somewhere else. */
function bend(
  value: unknown,
  other: unknown,
  random: Random,
  pick: <T>(items: readonly T[]) => T | undefined,
): unknown {
  if (random() < 0.2 || typeof value !== "object" || value === null) {
    return random() < 0.3 ? other : pick(oddities);
  }
  if (Array.isArray(value))
    return value.map((item, index) => (index === 0 ? bend(item, other, random, pick) : item));
  if (!isRecord(value)) return value;
  const key = pick(Object.keys(value));
  if (key === undefined) return { odd: pick(oddities) };
  const choice = random();
  if (choice < 0.2) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  if (choice < 0.3) return { ...value, [`${key}x`]: value[key] };
  if (choice < 0.4) return { ...value, extra: pick(oddities) };
  return { ...value, [key]: bend(value[key], other, random, pick) };
}

/** Changes bytes: flips, cuts, doubles, inserts. */
function damage(bytes: Buffer, random: Random): Buffer {
  const at = Math.floor(random() * bytes.length);
  const choice = random();
  if (choice < 0.3) {
    const copy = Buffer.from(bytes);
    copy[at] = Math.floor(random() * 256);
    return copy;
  }
  if (choice < 0.5) return bytes.subarray(0, at);
  if (choice < 0.6) return bytes.subarray(at);
  if (choice < 0.7) return Buffer.concat([bytes, bytes.subarray(at)]);
  if (choice < 0.9) {
    const noise = Buffer.from(
      Array.from({ length: 1 + Math.floor(random() * 8) }, () => Math.floor(random() * 256)),
    );
    return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
  }
  return Buffer.concat([Buffer.from("[".repeat(2000)), bytes]);
}
