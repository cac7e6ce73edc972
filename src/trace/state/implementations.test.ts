import { expect, test } from "vitest";
import { implementationsAt } from "./implementations.ts";

const ios = { name: "ios", location: "apps/ios/Sources" };
const android = { name: "android", location: "android" };
const root = { name: "tool", location: "" };
const at = (file: string, ...all: { name: string; location: string }[]) =>
  implementationsAt(file, all).map(({ name }) => name);

test("a file belongs to the implementation whose folder holds it, the innermost first", () => {
  expect(at("apps/ios/Sources/Book.swift", ios, android)).toEqual(["ios"]);
  expect(at("android/Book.kt", root, android)).toEqual(["android"]);
  expect(at("scripts/book.sh", root, android)).toEqual(["tool"]);
});

test("a file outside all of them belongs to the nearest, and to each that is equally near", () => {
  expect(at("apps/ios/Tests/BookTests.swift", ios, android)).toEqual(["ios"]);
  expect(at("apps/iosTests/BookTests.swift", ios, android)).toEqual(["ios"]);
  expect(at("tests/book.py", ios, android)).toEqual(["ios", "android"]);
});
