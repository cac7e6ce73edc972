import { afterEach, expect, test } from "vitest";
import { localDate } from "./calendar.ts";

const timeZone = process.env["TZ"];

afterEach(() => {
  if (timeZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = timeZone;
});

test("the date is the one in the user's time zone", () => {
  const noonInLondon = new Date("2026-11-16T12:00:00Z");
  process.env["TZ"] = "Pacific/Kiritimati";
  expect(localDate(noonInLondon)).toBe("2026-11-17");
  process.env["TZ"] = "Pacific/Pago_Pago";
  expect(localDate(noonInLondon)).toBe("2026-11-16");
  expect(localDate(new Date("2026-01-01T05:00:00Z"))).toBe("2025-12-31");
});
