import { expect, test } from "vitest";
import { localDate } from "./calendar.ts";

test("the date is the local one, from the first minute of the day to the last", () => {
  expect(localDate(new Date(2026, 10, 17, 0, 0))).toBe("2026-11-17");
  expect(localDate(new Date(2026, 10, 17, 23, 59))).toBe("2026-11-17");
  expect(localDate(new Date(2026, 0, 2))).toBe("2026-01-02");
});
