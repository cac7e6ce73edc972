import { expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

it.each([
  ["**Use** [`read`](docs.md)", "Use read"],
  ["a _word_ here", "a word here"],
  // Underscores inside a word are part of it; stars are marks there too.
  ["the snake_case_name stays", "the snake_case_name stays"],
  ["un*frigging*believable", "unfriggingbelievable"],
  ["(_a_)", "(a)"],
  ["2 * 3 * 4", "2 * 3 * 4"],
])("%s reads as %s", (inline, plain) => {
  expect(plainText(inline)).toBe(plain);
});
