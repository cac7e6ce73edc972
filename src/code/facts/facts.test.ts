import { expect, it } from "vitest";
import type { ParsedFile } from "../languages/language.ts";
import { nothingParsed } from "../languages/registry.ts";
import { swift } from "../languages/swift/swift.ts";
import { decodeFacts } from "./decode.ts";
import { encodeFacts } from "./encode.ts";

it("gives facts back as they were parsed", () => {
  const parsed: ParsedFile = swift.parse(
    `import Foundation
#if DEBUG
/// Loads things.
@MainActor public final class Loader<T: Hashable>: Base, @unchecked Sendable where T: Codable {
  let cache: [String: T] = [:]
  func load(id: Int, _ name: String = "x") async throws -> T { try await api.get(id, key: name) { $0 } }
}
#endif
extension Loader { func reset() { cache.removeAll(); .init() } }
`,
    "a.swift",
  );
  expect(parsed.uses.length).toBeGreaterThan(2);
  expect(decodeFacts(encodeFacts(parsed))).toEqual(JSON.parse(JSON.stringify(parsed)));
});

it("reads a file without facts as one without anything", () => {
  expect(decodeFacts(new Uint8Array())).toEqual(nothingParsed);
});
