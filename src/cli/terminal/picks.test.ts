import { expect, test } from "vitest";
import { parsePicks } from "./picks.ts";

test("numbers, ranges and `all` pick from a list; anything else is asked again", () => {
  expect(parsePicks("2", 3)).toEqual([1]);
  expect(parsePicks(" 3, 1-2 2", 3)).toEqual([0, 1, 2]);
  expect(parsePicks("ALL", 2)).toEqual([0, 1]);
  for (const typed of ["", "0", "4", "2-1", "1-9", "x", "1;2", "-1"])
    expect(parsePicks(typed, 3), typed).toBeUndefined();
});
