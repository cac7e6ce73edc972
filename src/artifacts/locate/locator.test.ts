import { expect, test } from "vitest";
import { parseLocator } from "./locator.ts";

const refused = (text: string) => {
  const locator = parseLocator(text);
  if (locator.ok) throw new Error(`${text} was taken as ${JSON.stringify(locator.value)}`);
  return locator.fault;
};

// covers specman: handles-are-discovered, handles-are-stable
test("a handle has one canonical form: lowercase, without white space and without a trailing slash", () => {
  for (const text of ["spec://name-x", "spec://Name-X/", "  SPEC://name-x  "]) {
    expect(parseLocator(text)).toEqual({
      ok: true,
      value: { type: "artifact", ref: { kind: "specification", name: "name-x" } },
    });
  }
});

test("each malformed locator has its own error that says what is wrong and what is allowed", () => {
  const cases = [
    "spec://",
    "spec://a/b",
    "spec://..",
    "ftp://a",
    "http://x",
    "mailto:a@b.c",
    "",
    "spec://a//",
    "spec://%zz",
  ];
  const messages = cases.map((text) => refused(text).message);
  expect(new Set(messages).size).toBe(cases.length);
  expect(refused("ftp://a")).toMatchObject({
    code: "unsupported_scheme",
    remedy: expect.stringContaining("spec://NAME"),
  });
  expect(refused("http://x")).toMatchObject({
    code: "unsupported_scheme",
    remedy: expect.stringContaining("https://"),
  });
  expect(refused("spec://..")).toMatchObject({
    code: "invalid_handle",
    data_model_heading: "Locator Schemes",
  });
});

// covers specman: constraints-of-specs-only, two-constraint-locators, no-constraints-elsewhere,
//   compliance-resources-by-class, no-compliance-elsewhere
test("only specifications have constraints, and only implementations have compliance", () => {
  for (const text of ["impl://x/constraints", "scratch://x/constraints", "impl://x/constraints/a.b"]) {
    expect(refused(text).message).toContain("only specifications");
  }
  for (const text of ["spec://x/compliance", "scratch://x/compliance"]) {
    expect(refused(text)).toMatchObject({ code: "compliance_unsupported" });
  }
});

// covers specman: reserved-suffixes, further-suffixes
test("/constraints/ is the index, two slashes are malformed, and ids cannot contain ! or : or spaces or slashes", () => {
  const index = {
    type: "artifact",
    ref: { kind: "specification", name: "x" },
    view: { name: "constraints" },
  };
  expect(parseLocator("spec://x/constraints/")).toEqual({ ok: true, value: index });
  for (const id of ["/", "!a.b", "a.b:", "a/b", "a%20b", "a%2Fb"]) {
    expect(refused(`spec://x/constraints/${id}`).code).toBe("invalid_handle");
  }
  for (const text of ["spec://x/dependencies/y", "scratch://x/tasks", "impl://x/compliance/y"]) {
    expect(refused(text).code).toBe("invalid_handle");
  }
});

test("a locator that is nearly right is refused with the correct form", () => {
  expect(refused("spec://x/constraints/!a.b").remedy).toBe("Read spec://x/constraints to see the ids.");
  expect(refused("impl://x/constraints").remedy).toContain("spec://NAME/constraints");
  expect(refused("impl://x/tasks")).toMatchObject({
    message: "There is no view `/tasks` of an implementation.",
    remedy: "Use impl://x alone, or with /dependencies or /compliance.",
  });
});

test("ids keep their case and can be percent-encoded", () => {
  const locator = parseLocator("spec://x/constraints/Gr%C3%B6%C3%9Fe.b");
  expect(locator.ok && locator.value).toMatchObject({ view: { constraintId: "Größe.b" } });
});
