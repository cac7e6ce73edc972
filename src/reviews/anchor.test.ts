import { expect, test } from "vitest";
import { findAnchor } from "./anchor.ts";

const text = `# Login

## Why

People **cannot** come back, see [the report](https://example.org/x).

## What

- People cannot wait.
- 사용자는 다시 돌아올 수 없다
`;

test("words selected on a rendered page are found in their Markdown", () => {
  expect(findAnchor(text, { quote: "People cannot come back, see the report." })).toEqual({
    line: 5,
    endLine: 5,
    heading: "Why",
  });
  expect(findAnchor(text, { quote: "사용자는 다시" })?.line).toBe(10);
});

test("a rewrapped and moved paragraph is found, and words that are gone are not", () => {
  const moved = `# Login\n\nNew.\n\n${text.replace("come back, ", "come\nback,\n")}`;
  const quote = "cannot come back, see";
  expect(findAnchor(moved, { quote, heading: "Why", line: 5 })).toMatchObject({ line: 9, endLine: 11 });
  expect(findAnchor(text.replace("cannot", "can"), { quote })).toBeUndefined();
});

test("among equal words those under the same heading and near the old line count", () => {
  const quote = "People cannot";
  expect(findAnchor(text, { quote, heading: "What", line: 1 })?.line).toBe(9);
  expect(findAnchor(text, { quote, heading: "Why", line: 99 })?.line).toBe(5);
  expect(findAnchor(text, { quote, line: 8 })?.line).toBe(9);
});

test("a quote of punctuation is compared as it is", () => {
  expect(findAnchor("a\n- [ ] **!!**\n", { quote: "!!" })?.line).toBe(2);
  expect(findAnchor("a\n", { quote: "" })).toBeUndefined();
});
