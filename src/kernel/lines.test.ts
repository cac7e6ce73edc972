import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "./lines.ts";

function split(chunks: Iterable<Uint8Array>, limit = Number.POSITIVE_INFINITY): string[] {
  const splitter = new LineSplitter(limit);
  const lines: string[] = [];
  for (const chunk of chunks) {
    for (const part of splitter.push(Buffer.from(chunk)))
      lines.push("line" in part ? part.line : "<too long>");
  }
  return [...lines, `rest:${splitter.rest()}`];
}

describe("LineSplitter", () => {
  it("gives the same lines however the bytes are split", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.array(fc.nat(20)), (words, cuts) => {
        const text = words.join("\n");
        const bytes = Buffer.from(text);
        const chunks: Buffer[] = [];
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          chunks.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        chunks.push(bytes.subarray(at));
        const expected = bytes.toString("utf8").split("\n");
        expect(split(chunks)).toEqual([...expected.slice(0, -1), `rest:${expected.at(-1)}`]);
      }),
    );
  });

  it("drops a line over the limit once, and keeps those around it", () => {
    const text = (value: string) => [Buffer.from(value)];
    expect(split(text("ab\nabcdef\ncd\n"), 4)).toEqual(["ab", "<too long>", "cd", "rest:"]);
    const bytewise = [...Buffer.from("ab\nabcdefgh\ncd\nabcdef")].map((byte) => Buffer.of(byte));
    expect(split(bytewise, 4)).toEqual(["ab", "<too long>", "cd", "<too long>", "rest:"]);
    expect(split(text("abcd\n"), 4)).toEqual(["abcd", "rest:"]);
  });

  it("takes time in proportion to the length", () => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    const chunks = Array.from({ length: 800 }, () => chunk); // 50 MB: quadratic splitting would take minutes
    const [line] = split([...chunks, Buffer.from("\n")]);
    expect(line).toHaveLength(800 * chunk.length);
  });
});
