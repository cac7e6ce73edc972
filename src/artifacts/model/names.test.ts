import { expect, test } from "vitest";
import { checkName, verbs } from "./names.ts";

const errors = (kind: Parameters<typeof checkName>[0], name: string) =>
  checkName(kind, name).filter((problem) => problem.severity === "error").length;

// covers specman: names-follow-the-founding-spec, naming-constraints
test("names are one to four lowercase words joined by single hyphens", () => {
  for (const name of ["auth", "a-b-c-d", "http2-server", "specman-data-model"])
    expect(errors("specification", name), name).toBe(0);
  for (const name of ["", "Add-Thing", "a-b-c-d-e", "a--b", "-a", "a-", "a_b", "a b", "ä", "a.b", "a/b"]) {
    expect(errors("specification", name), name).toBe(1);
    expect(errors("scratch_pad", name), name).toBe(1);
  }
});

test("specifications and implementations cannot have a verb in their name, scratch pads can", () => {
  expect(errors("specification", "add-login")).toBe(1);
  expect(errors("implementation", "login-edit-ts")).toBe(1);
  expect(errors("scratch_pad", "add-login")).toBe(0);
  expect(checkName("specification", "add-login")[0]).toMatchObject({
    rule: "spec_name",
    message: expect.stringContaining("`add`"),
  });
});

test("the list contains the verbs that the founding document names, and no everyday nouns", () => {
  for (const verb of ["add", "edit", "implement"]) expect(verbs.has(verb)).toBe(true);
  for (const noun of ["test", "build", "search", "index", "report", "schedule", "ferry", "update-log"])
    expect(verbs.has(noun)).toBe(false);
});

test("an implementation name without a technology is a warning, not an error", () => {
  expect(checkName("implementation", "auth-service")).toMatchObject([
    { severity: "warning", rule: "impl_name" },
  ]);
  expect(checkName("implementation", "auth-rust")).toEqual([]);
});
