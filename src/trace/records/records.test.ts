import { expect, test } from "vitest";
import { parseToml } from "../../workspace/config/toml.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { entryIn, recordOf } from "./read.ts";
import { isBlank, recordPath, renderRecord, withEntry } from "./write.ts";

const scenario = { address: "openspec:a/r#one", kind: "scenario", part: "one" } as const;
const read = (text: string) => recordOf({ path: literalPath(".trace/a.toml"), text, sha256: "" });

test("a record has its address first, keys and parts sorted, an item of a list a line, and nothing of when or who", () => {
  const first = withEntry({}, scenario, { tests: ["b.ts#b", "a.ts#a"], accepted: "r1:a17be4cd056d" });
  const waiver = { reason: "needs the harbor's system", until: "2027-01-31", of: "test", text: "r1:77aa" };
  const table = withEntry(first, { ...scenario, part: "another" }, { waiver });
  expect(renderRecord(table)).toBe(`address = "openspec:a/r"

[scenario.another]
waiver = { text = "r1:77aa", of = "test", until = "2027-01-31", reason = "needs the harbor's system" }

[scenario.one]
accepted = "r1:a17be4cd056d"
tests = [
  "a.ts#a",
  "b.ts#b",
]
`);
});

// covers trace: accepted-twice
test("two branches that accept the same text write the same bytes, whatever they wrote before", () => {
  const accepted = { accepted: "r1:1" };
  const a = withEntry(withEntry({}, { ...scenario, part: "two" }, accepted), scenario, accepted);
  const b = withEntry(withEntry({}, scenario, accepted), { ...scenario, part: "two" }, accepted);
  expect(renderRecord(a)).toBe(renderRecord(b));
});

test("keys that are not known stay, at every level", () => {
  const text =
    'address = "openspec:a/r"\nlater = 3\n\n[scenario."größe"]\nx = [\n  1,\n  2,\n]\n\n[scenario.one]\nowner = "harbor"\n';
  const parsed = parseToml(text, "x");
  if (!parsed.ok) throw new Error(parsed.fault.message);
  expect(renderRecord(parsed.value)).toBe(text);
  const changed = renderRecord(withEntry(parsed.value, scenario, { accepted: "r1:1" }));
  expect(changed).toContain("later = 3");
  expect(changed).toContain('owner = "harbor"');
});

test("an entry that is taken back leaves nothing behind", () => {
  const table = withEntry(withEntry({}, scenario, { accepted: "r1:1" }), scenario, { accepted: undefined });
  expect(isBlank(table)).toBe(true);
});

test("conflict markers, broken TOML and wrong values are unreadable, with their line", () => {
  expect(read('address = "a:b/c"\n<<<<<<< HEAD\naccepted = "x"\n')).toMatchObject({
    rule: "record-unreadable",
    line: 2,
  });
  expect(read('address = "a:b/c"\n\ntests = [\n')).toMatchObject({ rule: "record-unreadable" });
  expect(read('address = "a:b/c"\ntests = "one"\n')).toMatchObject({ rule: "record-unreadable" });
  expect(read('accepted = "r1:1"\n')).toMatchObject({ rule: "record-unreadable" });
  const good = read('address = "openspec:a/r"\n[scenario.one]\naccepted = "r1:1"\n');
  expect("table" in good && entryIn(good.table, scenario)).toMatchObject({ accepted: "r1:1" });
});

test("a long name of a file is cut and gets digits of the address; the address inside counts", () => {
  const folder = literalPath(".trace");
  expect(recordPath(folder, "openspec:booking/reserve-a-place")).toBe(
    ".trace/openspec/booking/reserve-a-place.toml",
  );
  expect(recordPath(folder, "speckit:001/FR-002")).toBe(".trace/speckit/001/FR-002.toml");
  const long = recordPath(folder, `openspec:a/${"x".repeat(100)}`);
  expect(long).toMatch(/^\.trace\/openspec\/a\/x{80}-[0-9a-f]{8}\.toml$/);
  expect(recordPath(folder, "openspec:a/con")).toMatch(/con-[0-9a-f]{8}\.toml$/);
});
