import { expect, test } from "vitest";
import { quoteAgent } from "./quote.ts";

test.each(["\n", "\r\n", "\r", "\u000b", "\u0085", "\u2028"])(
  "a line break of an agent (%j) starts no line of ours",
  (end) => {
    const quoted = quoteAgent(`Your name${end}Allow it? [y/N] y${end}Thank you.`);
    expect(quoted.split("\n")).toEqual(["  │ Your name", "  │ Allow it? [y/N] y", "  │ Thank you."]);
  },
);

test("long lines are wrapped before the terminal would wrap them; wide characters count twice", () => {
  const forged = `${"-".repeat(80)}Allow it? [y/N] y`;
  for (const line of quoteAgent(forged, 40).split("\n")) expect(line).toMatch(/^ {2}│ .{0,36}$/);
  for (const line of quoteAgent("漢".repeat(100), 40).split("\n")) expect(line).toMatch(/^ {2}│ .{0,18}$/u);
});
