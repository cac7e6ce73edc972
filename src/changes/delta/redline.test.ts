import { expect, test } from "vitest";
import { redline } from "./redline.ts";

test("removed lines come before those that replace them, whatever ends the lines", () => {
  expect(redline("a\nb\nc\n", "a\r\nB\r\nc\r\nd\r\n")).toBe("  a\n- b\n+ B\n  c\n+ d");
  expect(redline("", "a\n")).toBe("+ a");
  expect(redline("a\n\n", "a\n")).toBe("  a");
});

const lines = Array.from({ length: 5000 }, (_, index) => `line ${index}`);

test("two changed lines of a long text are not shown as if all of it had changed", () => {
  const after = lines.with(1, "second").with(-2, "last but one").join("\n");
  const changes = redline(lines.join("\n"), after)
    .split("\n")
    .filter((line) => !line.startsWith("  "));
  expect(changes).toEqual(["- line 1", "+ second", "- line 4998", "+ last but one"]);
});

test("texts with nothing in common are shown as one removed and the other added, without delay", () => {
  const began = performance.now();
  const shown = redline(lines.join("\n"), lines.map((line) => `${line}!`).join("\n")).split("\n");
  expect([shown[0], shown[4999], shown[5000]]).toEqual(["- line 0", "- line 4999", "+ line 0!"]);
  expect(performance.now() - began).toBeLessThan(5000);
});
