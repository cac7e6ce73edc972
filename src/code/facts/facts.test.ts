import { expect, it } from "vitest";
import type { Expression } from "../languages/expression.ts";
import { literalExpression, nameExpression } from "../languages/expression.ts";
import type { ParsedFile } from "../languages/language.ts";
import { nothingParsed } from "../languages/language.ts";
import { swift } from "../languages/swift/swift.ts";
import { decodeFacts } from "./decode.ts";
import { encodeFacts } from "./encode.ts";

const text = `import Foundation
#if DEBUG
/// Loads things.
@MainActor public final class Loader<T: Hashable>: Base, @unchecked Sendable where T: Codable {
  let cache: [String: T] = [:]
  func load(id: Int, _ name: String = "x") async throws -> T { try await api.get(id, key: name) { $0 } }
}
#endif
extension Loader { func reset() { let old = cache[0] ?? Pair<A, B>(); cache.removeAll(); .init() } }
`;

it("gives facts back as they were parsed", () => {
  const parsed: ParsedFile = swift.parse(text, "a.swift");
  expect(parsed.uses.length).toBeGreaterThan(2);
  expect(decodeFacts(encodeFacts(parsed))).toEqual(JSON.parse(JSON.stringify(parsed)));
});

it("gives every kind of expression back", () => {
  const a = nameExpression("a");
  const all: Expression[] = [
    a,
    nameExpression("Pair", "A, B"),
    { kind: "self" },
    { kind: "super" },
    literalExpression("float"),
    { kind: "list", element: undefined },
    { kind: "list", element: a },
    { kind: "member", of: a, name: "b" },
    { kind: "implicit", name: "red" },
    { kind: "call", of: a, labels: ["_", "id"], closures: ["_"] },
    { kind: "index", of: a, labels: ["_"] },
    { kind: "chain", of: a },
    { kind: "unwrap", of: a },
    { kind: "cast", type: "T", isOptional: true },
    { kind: "new", type: "T" },
    { kind: "closure" },
    { kind: "other" },
  ];
  const uses = all.map((receiver, from) => ({ kind: "call" as const, name: "f", receiver, from, line: 1 }));
  expect(decodeFacts(encodeFacts({ ...nothingParsed, uses })).uses).toEqual(uses);
});

it("writes equal expressions once", () => {
  const use = (receiver: Expression) => ({ kind: "call" as const, name: "f", receiver, from: 0, line: 1 });
  const member = (): Expression => ({ kind: "member", of: { kind: "self" }, name: "store" });
  const size = (count: number) =>
    encodeFacts({ ...nothingParsed, uses: Array.from({ length: count }, () => use(member())) }).length;
  expect(size(3) - size(2)).toBe(size(2) - size(1));
  expect(size(2) - size(1)).toBeLessThan(10);
});

it("reads a file without facts as one without anything", () => {
  expect(decodeFacts(new Uint8Array())).toEqual(nothingParsed);
});

it("reads facts of another version, cut off or damaged, as none", () => {
  const bytes = encodeFacts(swift.parse(text, "a.swift"));
  const other = Uint8Array.from(bytes);
  other[1] = 1;
  expect(decodeFacts(other)).toEqual(nothingParsed);
  expect(decodeFacts(bytes.subarray(2))).toEqual(nothingParsed);
  for (let length = 1; length < bytes.length; length += 7)
    expect(decodeFacts(bytes.subarray(0, length)), `${length} bytes`).toEqual(nothingParsed);
});
