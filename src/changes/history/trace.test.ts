import { expect, test } from "vitest";
import { type ArchivedDelta, traceRequirements } from "./trace.ts";

const nothing = { added: [], modified: [], removed: [], renamed: [] };
const delta = (change: string, day: string, what: Partial<ArchivedDelta<string>>): ArchivedDelta<string> => ({
  change,
  day,
  ...nothing,
  ...what,
});
const brief = (list: readonly { change: string; operation: string }[] | undefined) =>
  list?.map(({ change, operation }) => `${operation} by ${change}`);

test("a requirement is followed across its renaming and removal", () => {
  const { present, removed } = traceRequirements([
    delta("a", "2026-01-01", { added: ["Login", "Logout"] }),
    delta("b", "2026-02-01", { modified: ["Login"], removed: ["Logout"] }),
    delta("c", "2026-03-01", { renamed: [{ from: "Login", to: "Sign in" }], modified: ["Sign in"] }),
  ]);
  expect(brief(present.get("Sign in"))).toEqual([
    "added by a",
    "modified by b",
    "renamed by c",
    "modified by c",
  ]);
  expect(present.has("Login")).toBe(false);
  expect(brief(removed.get("Logout"))).toEqual(["added by a", "removed by b"]);
});

test("of two changes of one day the one that adds a requirement comes before the one that modifies it", () => {
  const { present } = traceRequirements([
    delta("adjust", "2026-01-01", { modified: ["Login"] }),
    delta("begin", "2026-01-01", { added: ["Login"] }),
  ]);
  expect(brief(present.get("Login"))).toEqual(["added by begin", "modified by adjust"]);
});

test("changes of one day that wait for each other are followed all the same", () => {
  const { present } = traceRequirements([
    delta("a", "2026-01-01", { added: ["One"], modified: ["Two"] }),
    delta("b", "2026-01-01", { added: ["Two"], modified: ["One"] }),
  ]);
  expect(brief(present.get("One"))).toEqual(["added by a", "modified by b"]);
});
