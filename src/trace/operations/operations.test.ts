import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type * as z from "zod";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { invoke } from "../../operation/invoke.ts";
import type { Operation } from "../../operation/operation.ts";
import { createRuntime } from "../../operation/runtime.ts";
import { terminalSurface } from "../../operation/surface.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { addEvidence } from "../evidence/add.ts";
import { SourceCache } from "../sources/cache.ts";
import { scanSources } from "../sources/scan.ts";
import { nothingToLink } from "./links.ts";
import { traceToolset } from "./toolset.ts";

const { operations } = traceToolset;

async function call<In extends z.ZodObject, Out extends z.ZodType>(
  root: string,
  operation: Operation<string, In, Out>,
  input: z.input<In>,
) {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const runtime = createRuntime({ workspace: workspace.value, log: () => {}, flags: {} });
  const answer = await invoke(runtime, operation, input, { signal: new AbortController().signal });
  if (!answer.ok) throw new Error(`${answer.fault.message} ${answer.fault.remedy}`.trim());
  const { output, input: given } = answer.value;
  return {
    output,
    text: operation.text(
      output,
      given,
      terminalSurface(() => undefined),
    ),
  };
}

const spec = (name = "Reserve a place", then = "the booking is refused") => `# Booking

## Purpose

Bookings.

## Requirements

### Requirement: ${name}

It SHALL reserve a place.

#### Scenario: The crossing is full

- **WHEN** a passenger books a full crossing
- **THEN** ${then}
`;
const leaf = "booking/reserve-a-place#the-crossing-is-full";
const files = {
  "openspec/specs/booking/spec.md": spec(),
  "src/booking.ts": "export function reserve() {}\n",
  "test/ships.test.ts":
    'import { reserve } from "../src/booking.ts";\ndescribe("ships", () => {\n  it("refuses a booking on a full crossing", () => {\n    reserve();\n  });\n});\n',
};
const id = "test/ships.test.ts#ships > refuses a booking on a full crossing";
const readIn = (root: string, path: string) => readFileSync(join(root, path), "utf8");

test("proposals name the words that a test shares and the code that it reaches, and link nothing", async () => {
  const root = await temporaryTree(files);
  const { output } = await call(root, operations.suggest_links, {});
  expect(output.suggestions).toMatchObject([
    {
      address: leaf,
      state: "open",
      proposals: [{ test: id, line: 3, reason: expect.stringMatching(/^shares .*full.*; reaches reserve/) }],
    },
  ]);
  const gaps = await call(root, operations.trace_gaps, {});
  expect(gaps.output.gaps).toMatchObject([{ address: leaf, state: "open" }]);
});

// covers trace: common-words
test("a sentence of common words gets no proposals", async () => {
  const text = spec("It is so").replaceAll(
    /full crossing|a passenger books a|the booking is refused|reserve a place/g,
    "it",
  );
  const root = await temporaryTree({
    ...files,
    "openspec/specs/booking/spec.md": text.replace("The crossing is full", "It is"),
  });
  expect((await call(root, operations.suggest_links, {})).output.suggestions).toMatchObject([
    { proposals: [] },
  ]);
});

test("links are proposed for what the branch changed, and for everything if asked", async () => {
  const other = spec("Board", "the gate opens").replace("The crossing is full", "The ticket is valid");
  const root = await temporaryRepository({ ...files, "openspec/specs/boarding/spec.md": other });
  const addresses = async (input: { all?: boolean; changed_since?: string }) => {
    const { output } = await call(root, operations.suggest_links, input);
    return [output.suggestions.map(({ address }) => address), output.untouched];
  };
  const valid = "boarding/board#the-ticket-is-valid";
  expect(await addresses({})).toEqual([[valid, leaf], 0]);
  await writeTree(root, { "openspec/specs/boarding/spec.md": other.replace("gate opens", "door opens") });
  expect(await addresses({})).toEqual([[valid], 1]);
  expect(await addresses({ all: true })).toEqual([[valid, leaf], 0]);
  commitAll(root);
  expect(await addresses({})).toEqual([[valid, leaf], 0]);
  expect(await addresses({ changed_since: "HEAD~1" })).toEqual([[valid], 1]);
});

test("a confirmed link is a tag above the test, indented like it, or a record", async () => {
  const root = await temporaryTree(files);
  await call(root, operations.confirm_links, { links: [{ address: leaf, test: id }] });
  expect(readIn(root, "test/ships.test.ts")).toContain(`\n  // [VERIFIES: ${leaf}]\n  it("refuses`);
  expect((await call(root, operations.trace_requirement, { address: leaf })).output.leaves).toMatchObject([
    { state: "claimed", tests: [{ test: id, source: "tag", counts: true }] },
  ]);
  const other = await temporaryTree(files);
  await call(other, operations.confirm_links, { links: [{ address: leaf, test: id, as: "record" }] });
  expect(readIn(other, ".trace/openspec/booking/reserve-a-place.toml")).toContain(`tests = [\n  "${id}",\n]`);
  expect((await call(other, operations.trace_gaps, { state: ["claimed"] })).output.gaps).toMatchObject([
    { state: "claimed" },
  ]);
});

test("a link to a test that does not exist is refused, with the nearest one", async () => {
  const root = await temporaryTree(files);
  const wrong = call(root, operations.confirm_links, {
    links: [{ address: leaf, test: id.replace("full", "ful") }],
  });
  await expect(wrong).rejects.toThrow(`Did you mean \`${id}\`?`);
});

test("accepting shows what changed and writes only with yes", async () => {
  const root = await temporaryRepository(files);
  await writeTree(root, { "openspec/specs/booking/spec.md": spec(undefined, "the booking is not refused") });
  const shown = await call(root, operations.trace_accept, { addresses: [leaf] });
  expect(shown.text).toContain("the booking is {+not +}refused");
  expect(existsSync(join(root, ".trace"))).toBe(false);
  await call(root, operations.trace_accept, { addresses: [leaf], yes: true });
  expect(readIn(root, ".trace/openspec/booking/reserve-a-place.toml")).toMatch(
    /accepted = "r1:[0-9a-f]{12}"/,
  );
});

// covers trace: accepted-twice
test("two branches that accept the same text merge without a conflict", async () => {
  const root = await temporaryRepository(files);
  const accept = async (branch: string) => {
    runGit(root, "checkout", "-q", "-b", branch);
    await call(root, operations.trace_accept, { all: true, yes: true });
    runGit(root, "add", "-A");
    runGit(root, "commit", "-q", "-m", branch);
  };
  const main = runGit(root, "rev-parse", "--abbrev-ref", "HEAD").toString().trim();
  await accept("a");
  runGit(root, "checkout", "-q", main);
  await accept("b");
  runGit(root, "merge", "-q", "--no-edit", "a");
  expect(runGit(root, "status", "--porcelain").toString()).toBe("");
});

test("a waiver needs a day that is still to come", async () => {
  const root = await temporaryTree(files);
  const past = call(root, operations.trace_waive, {
    addresses: [leaf],
    until: "2020-01-31",
    reason: "later",
  });
  await expect(past).rejects.toThrow("2020-01-31 is in the past");
  await call(root, operations.trace_waive, {
    addresses: [leaf],
    until: "2099-01-31",
    reason: "needs the pier",
  });
  const { output } = await call(root, operations.trace, { address: leaf });
  expect(output.leaf).toMatchObject([{ state: "waived", note: "needs the pier" }]);
});

test("a rename rewrites the tags and moves the record, which keeps the old address as an alias", async () => {
  const root = await temporaryRepository({
    ...files,
    "test/a.test.ts": `// [ENSURES: reserve-a-place]\n// [VERIFIES: openspec:${leaf}]\ntest("a", () => {});\n`,
    ".trace/openspec/booking/reserve-a-place.toml":
      'address = "openspec:booking/reserve-a-place"\nkept = 1\n\n[scenario.the-crossing-is-full]\naccepted = "r1:1"\n',
    "openspec/specs/booking/spec.md": spec("Take a place"),
  });
  const rename = { from: "booking/reserve-a-place", to: "booking/take-a-place" };
  const preview = await call(root, operations.trace_rename, { ...rename, dry_run: true });
  expect(preview.output).toMatchObject({ written: false, tags: [{ line: 1 }, { line: 2 }] });
  await call(root, operations.trace_rename, rename);
  expect(readIn(root, "test/a.test.ts")).toContain(
    "// [ENSURES: booking/take-a-place]\n// [VERIFIES: booking/take-a-place#the-crossing-is-full]\n",
  );
  expect(existsSync(join(root, ".trace/openspec/booking/reserve-a-place.toml"))).toBe(false);
  expect(readIn(root, ".trace/openspec/booking/take-a-place.toml")).toBe(
    'address = "openspec:booking/take-a-place"\naliases = [\n  "openspec:booking/reserve-a-place",\n]\nkept = 1\n\n[scenario.the-crossing-is-full]\naccepted = "r1:1"\n',
  );
});

test("what still exists is not renamed", async () => {
  const root = await temporaryTree(files);
  const rename = call(root, operations.trace_rename, { from: "booking/reserve-a-place", to: leaf });
  await expect(rename).rejects.toThrow("still exists");
});

// covers trace: moved-test
test("tidying moves misnamed records, follows a moved test and drops what is gone", async () => {
  const record = `address = "openspec:booking/reserve-a-place"\n\n[scenario.the-crossing-is-full]\ntests = [\n  "${id.replace("ships.test", "old.test")}",\n]\n`;
  const root = await temporaryTree({
    ...files,
    ".trace/wrong.toml": record,
    ".trace/gone.toml": 'address = "openspec:booking/gone"\n',
  });
  const before = await call(root, operations.trace, {});
  expect(before.output.findings).toMatchObject([{ rule: "link-dangling", file: ".trace/wrong.toml" }]);
  expect((await call(root, operations.trace_tidy, { dry_run: true })).output.done).toHaveLength(2);
  await call(root, operations.trace_tidy, {});
  expect(existsSync(join(root, ".trace/gone.toml"))).toBe(false);
  expect(readIn(root, ".trace/openspec/booking/reserve-a-place.toml")).toContain(`"${id}"`);
  expect((await call(root, operations.trace, {})).output.findings).toEqual([]);
});

test("an address that is nearly right is answered with the right one", async () => {
  const root = await temporaryTree(files);
  await expect(call(root, operations.trace, { address: "booking/reserve-a-plce" })).rejects.toThrow(
    "Did you mean `booking/reserve-a-place`?",
  );
});

test("the example of the ferry shows its one passed scenario and what is open", async () => {
  const root = await temporaryFolder();
  cpSync("examples/ferry", root, { recursive: true });
  runGit(root, "init", "-q");
  runGit(root, "add", "-A");
  runGit(root, "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "ferry");
  const ferryTest = "Tests/FerryTests/BookingServiceTests.swift#aFullCrossingRefusesAndNamesTheNext()";
  await call(root, operations.confirm_links, { links: [{ address: leaf, test: ferryTest, as: "record" }] });
  await writeTree(root, {
    "xunit.xml":
      '<testsuites><testsuite name="TestResults" tests="1" failures="0"><testcase classname="FerryTests" name="aFullCrossingRefusesAndNamesTheNext()" time="0.001"/></testsuite></testsuites>\n',
  });
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const signal = new AbortController().signal;
  const scan = await scanSources(workspace.value, { cache: new SourceCache(), signal });
  const tests = scan.ok ? [...scan.value.files.values()].flatMap((facts) => facts.tests) : [];
  const added = await addEvidence(workspace.value, ["xunit.xml"], { tests, now: new Date(), signal });
  expect(added).toMatchObject({ ok: true, value: { inputs: [{ matched: 1 }] } });
  const { text } = await call(root, operations.trace, {});
  expect(text).toBe(`openspec  3 requirements, 6 scenarios: 1 passed, 5 open; 1 change planned (+1 ~1)
  booking   Reserve a place
              ○ Places are left            no test; code: BookingService.book(_:for:)
              ● The crossing is full       passed  BookingServiceTests.swift:9
            Cancel a booking
              ○ Before departure           no test reaches BookingService.cancel(_:)
              ○ Too late                   no test reaches BookingService.cancel(_:)
  boarding  Check tickets without a network
              ○ Valid ticket, ○ Ticket shown twice     no code known
specman   2 groups, 4 statements: 4 claimed by CHECK comments, none passed
spec-kit  001 season passes: 3 requirements, 2 scenarios planned (no tasks.md); 1 outcome
1 of 10 live leaves verified (asked for: passed). Evidence: 1 report, 1 of 1 result matched.`);
});

test("in a project without requirements, no requirement is said to have a test", () => {
  expect(nothingToLink(0)).toBe("No requirements found: no specs, features or artifacts.");
  expect(nothingToLink(3)).toMatch(/^Every requirement has a test/);
});

test("tidying moves the record of a requirement that the branch renamed, committed or not", async () => {
  const record = 'address = "openspec:booking/reserve-a-place"\naccepted = "r1:1"\n';
  const path = "openspec/specs/booking/spec.md";
  const root = await temporaryRepository({
    ...files,
    ".trace/openspec/booking/reserve-a-place.toml": record,
  });
  runGit(root, "checkout", "-q", "-b", "side");
  const text = readIn(root, path).replace("Requirement: Reserve a place", "Requirement: Take a place");
  writeFileSync(join(root, path), text);
  commitAll(root, "rename");
  const { output } = await call(root, operations.trace_tidy, {});
  expect(output.done).toMatchObject([
    { what: "moved, openspec:booking/reserve-a-place is booking/take-a-place now" },
  ]);
  expect(existsSync(join(root, ".trace/openspec/booking/reserve-a-place.toml"))).toBe(false);
  expect(readIn(root, ".trace/openspec/booking/take-a-place.toml")).toContain('accepted = "r1:1"');
});

test("in an empty folder prove says that there are no requirements, and impact that there is no diff", async () => {
  const root = await temporaryTree({});
  const { output, text } = await call(root, operations.prove_requirement, {});
  expect(output.leaves).toEqual([]);
  expect(text).toBe("No requirements found: no specs, features or artifacts.");
  await expect(call(root, operations.trace_impact, {})).rejects.toThrow(
    "This folder is not a git repository, so there is no diff.",
  );
});
