import { execFileSync } from "node:child_process";
import { readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { walkAll } from "../../workspace/walk/walk.ts";
import { SourceCache } from "../sources/cache.ts";
import { scanSources } from "../sources/scan.ts";
import { testId } from "../tests/model.ts";
import { addEvidence } from "./add.ts";
import { testResultStatement } from "./attest.ts";
import { currentEvidence, unexecutedSymbols } from "./current.ts";
import { SourceTree } from "./rests/source-tree.ts";
import { exportText } from "./store/export.ts";
import { readSegments, storeSegments } from "./store/store.ts";

const signal = new AbortController().signal;
const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url), "utf8");

const booking = `export function book(free: number) {
  return free > 0;
}

export function cancel(minutes: number) {
  return minutes >= 10;
}
`;
const bookingTest = `import { expect, test } from "vitest";
import { book } from "../src/booking.js";
test("full", () => { expect(book(0)).toBe(false); });
test("left", () => { expect(book(1)).toBe(true); });
`;
const files = {
  "src/booking.ts": booking,
  "src/other.ts": "export const a = 1;\n",
  "test/booking.test.ts": bookingTest,
};

type Case = readonly [name: string, inside?: string];
const junit = (...cases: Case[]) =>
  `<testsuites><testsuite name="s">${cases
    .map(
      ([name, inside = ""]) =>
        `<testcase classname="test/booking.test.ts" name="${name}">${inside}</testcase>`,
    )
    .join("")}</testsuite></testsuites>`;
const passing = junit(["full"], ["left"]);

/** Everything on disk is an hour old, except what a test writes later. */
async function newWorkspace(tree: Record<string, string>) {
  const root = await temporaryTree(tree);
  const past = new Date(Date.now() - 3_600_000);
  for (const name of Object.keys(tree)) await utimes(join(root, name), past, past);
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  return workspace.value;
}
type Opened = Awaited<ReturnType<typeof newWorkspace>>;

async function discover(workspace: Opened) {
  const scan = await scanSources(workspace, { cache: new SourceCache(), signal });
  if (!scan.ok) throw new Error(scan.fault.message);
  return [...scan.value.files.values()].flatMap(({ tests }) => tests);
}

let seconds = 0;
async function add(workspace: Opened, reports: Record<string, string>) {
  await writeTree(workspace.root, reports);
  const now = new Date(Date.now() + 1000 * ++seconds);
  return addEvidence(workspace, Object.keys(reports), { tests: await discover(workspace), now, signal });
}

async function treeOf(workspace: Opened) {
  const tests = await discover(workspace);
  const walked = await walkAll(workspace);
  if (!walked.ok) throw new Error(walked.fault.message);
  return new SourceTree(workspace, walked.value, tests);
}

/** Each test that has a result: `full: passed` or `full: passed, stale: why`. */
async function states(workspace: Opened) {
  const tests = await discover(workspace);
  const current = await currentEvidence(readSegments(workspace), tests, await treeOf(workspace));
  return tests.flatMap((each) => {
    const outcome = current.outcomeOf(each);
    if (outcome === undefined) return [];
    const doubt = outcome.isFresh ? "" : `, stale: ${outcome.because}`;
    return [
      `${testId(each).split("#")[1]}: ${outcome.status}${outcome.level === "passed" ? "" : ` (${outcome.level})`}${doubt}`,
    ];
  });
}

test("a report is added, and its results hold as long as nothing that they rest on changes", async () => {
  const workspace = await newWorkspace(files);
  const added = await add(workspace, { "unit.xml": passing });
  expect(added).toMatchObject({ ok: true, value: { results: { passed: 2 }, unsure: 0, isNew: true } });
  expect(added.ok && added.value.inputs[0]).toMatchObject({
    kind: "junit",
    name: "unit.xml",
    tests: 2,
    matched: 2,
  });
  expect(await states(workspace)).toEqual(["full: passed", "left: passed"]);
  const [segment] = readSegments(workspace);
  expect(segment?.tests[0]).toMatchObject({
    test: "test/booking.test.ts#full",
    hash: expect.stringMatching(/^t1:/),
    rests_on: {
      grain: "imports",
      items: {
        "src/booking.ts": expect.stringMatching(/^c1:/),
        "test/booking.test.ts#": expect.stringMatching(/^c1:/),
      },
    },
  });
});

// covers trace: comment-in-code, changed-import
test("a comment or other formatting leaves a result fresh, an imported file that changes makes it stale and says why", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "unit.xml": passing });
  await writeTree(workspace.root, {
    "src/booking.ts": `// why\n${booking.replaceAll("\n", "\r\n").replace("free > 0", "free>0")}`,
  });
  expect(await states(workspace)).toEqual(["full: passed", "left: passed"]);
  await writeTree(workspace.root, { "src/booking.ts": booking.replace("> 0", ">= 0") });
  expect(await states(workspace)).toEqual([
    "full: passed, stale: src/booking.ts changed (known by imports)",
    "left: passed, stale: src/booking.ts changed (known by imports)",
  ]);
  await writeTree(workspace.root, { "src/booking.ts": booking, "src/other.ts": "export const a = 2;\n" });
  expect(await states(workspace)).toEqual(["full: passed", "left: passed"]);
});

test("a test that changes is stale, its neighbors are not; a helper around them makes all of them stale", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "unit.xml": passing });
  await writeTree(workspace.root, {
    "test/booking.test.ts": bookingTest.replace("toBe(false)", "toBe(true)"),
  });
  expect(await states(workspace)).toEqual(["full: passed, stale: the test changed", "left: passed"]);
  await writeTree(workspace.root, { "test/booking.test.ts": `${bookingTest}\nbeforeEach(() => {});\n` });
  const why = "the code around the tests in test/booking.test.ts changed (known by imports)";
  expect(await states(workspace)).toEqual([`full: passed, stale: ${why}`, `left: passed, stale: ${why}`]);
});

// covers trace: moved-test, deleted-test
test("a test that moves to another file unchanged keeps its result; a deleted one is ignored", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "unit.xml": passing });
  await rm(join(workspace.root, "test/booking.test.ts"));
  await writeTree(workspace.root, { "test/moved.test.ts": bookingTest.replace(/test\("left".*\n/, "") });
  expect(await states(workspace)).toEqual(["full: passed"]);
});

// covers trace: reports-disagree
test("two reports disagree: the failure counts, and both are named", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "linux.xml": passing, "windows.xml": junit(["full", "<failure>no</failure>"]) });
  expect(await states(workspace)).toEqual(["full: failed", "left: passed"]);
  expect(readSegments(workspace)[0]?.tests[0]?.inputs).toEqual([0, 1]);
});

// covers trace: pass-and-filtered-skip
test("a pass in one report and a filtered skip in another: the pass counts", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, {
    "a.xml": junit(["full"], ["left", "<skipped/>"]),
    "b.xml": junit(["full", "<skipped/>"], ["left"]),
  });
  expect(await states(workspace)).toEqual(["full: passed", "left: passed"]);
});

// covers trace: filtered-run
test("a filtered run lowers nothing that an earlier run showed", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "all.xml": passing });
  const added = await add(workspace, { "some.xml": junit(["full", "<failure/>"], ["left", "<skipped/>"]) });
  expect(added.ok && added.value.inputs[0]?.not_run).toBe(1);
  expect(await states(workspace)).toEqual(["full: failed", "left: passed"]);
});

// covers trace: younger-source
test("a source that is younger than the run makes the result unsure, which does not count", async () => {
  const workspace = await newWorkspace(files);
  const old =
    '<testsuites><testsuite name="s" timestamp="2020-01-01T00:00:00Z"><testcase classname="test/booking.test.ts" name="full"/></testsuite></testsuites>';
  const added = await add(workspace, { "unit.xml": old });
  expect(added.ok && added.value.unsure).toBe(1);
  expect(await states(workspace)).toEqual([
    "full: passed, stale: test/booking.test.ts is newer than the run: add the report right after the run",
  ]);
});

// covers trace: dirty-tree, squash-merge
test("evidence fits any commit and branch with the same content, and a dirty tree is only noted", async () => {
  const workspace = await newWorkspace(files);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: workspace.root,
      stdio: "pipe",
    }).toString();
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one");
  await writeTree(workspace.root, { "new.js": "later();\n" });
  const added = await add(workspace, { "unit.xml": passing });
  expect(added.ok).toBe(true);
  const [segment] = readSegments(workspace);
  expect(segment).toMatchObject({
    dirty: true,
    commit: git("rev-parse", "HEAD").trim(),
    tree: git("rev-parse", "HEAD^{tree}").trim(),
  });
  git("commit", "-q", "--amend", "-m", "squashed");
  expect(await states(workspace)).toEqual(["full: passed", "left: passed"]);
});

// covers trace: other-line-endings
test("evidence travels to a machine with other line endings", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "unit.xml": passing });
  const text = exportText(readSegments(workspace));
  const windows = await newWorkspace(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, content.replaceAll("\n", "\r\n")]),
    ),
  );
  const added = await add(windows, { "run.evidence.json": text });
  expect(added).toMatchObject({ ok: true, value: { imported: 1, results: { passed: 2 } } });
  expect(await states(windows)).toEqual(["full: passed", "left: passed"]);
  expect(readSegments(windows)[0]?.source).toBe("export");
  const damaged = await add(windows, { "bad.evidence.json": text.slice(0, -40) });
  expect(damaged).toMatchObject({ ok: false, fault: { code: "evidence_refused" } });
});

// covers trace: two-writers
test("two writers at once lose nothing", async () => {
  const workspace = await newWorkspace(files);
  const tests = await discover(workspace);
  await writeTree(workspace.root, { "unit.xml": passing });
  const adding = Array.from({ length: 8 }, (_, index) =>
    addEvidence(workspace, ["unit.xml"], { tests, now: new Date(1_900_000_000_000 + index), signal }),
  );
  const added = await Promise.all(adding);
  expect(added.every(({ ok }) => ok)).toBe(true);
  expect(readSegments(workspace)).toHaveLength(8);
});

test("evidence that a repository brings along is not believed", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "unit.xml": passing });
  const folder = join(workspace.root, ".hewto/evidence");
  const copy = await newWorkspace(files);
  for (const name of await readdir(folder)) {
    await writeTree(copy.root, { [`.hewto/evidence/${name}`]: await readFile(join(folder, name), "utf8") });
  }
  expect(readSegments(copy)).toEqual([]);
  const [segment = ""] = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  await writeFile(
    join(folder, segment),
    (await readFile(join(folder, segment), "utf8")).replace("passed", "failed"),
  );
  expect(readSegments(workspace)).toEqual([]);
});

test("segments over 30 days are dropped, the newest stays", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "unit.xml": passing });
  const [segment] = readSegments(workspace);
  if (segment === undefined) throw new Error("no segment");
  const later = new Date(Date.now() + 40 * 86_400_000);
  const stored = await storeSegments(workspace, [{ ...segment, at: later.toISOString() }], later);
  expect(stored).toMatchObject({ ok: true, value: { dropped: 1 } });
  expect(readSegments(workspace)).toHaveLength(1);
});

// covers trace: empty-report
test.each([
  ["an empty report", { "unit.xml": "<testsuites/>" }, "evidence_empty"],
  ["a path outside", { "../unit.xml": "" }, "path_escape"],
  ["a report that is not there", { "reports/": "" }, "evidence_refused"],
  ["entity declarations", { "unit.xml": '<!DOCTYPE a [<!ENTITY x "y">]><testsuites/>' }, "evidence_refused"],
])("%s changes nothing, even next to a good one", async (_, bad, code) => {
  const workspace = await newWorkspace(files);
  const tests = await discover(workspace);
  const names = Object.keys(bad);
  await writeTree(workspace.root, { "good.xml": passing });
  if (!names.some((name) => name.startsWith(".."))) await writeTree(workspace.root, bad);
  const added = await addEvidence(workspace, ["good.xml", ...names], { tests, now: new Date(), signal });
  expect(added).toMatchObject({ ok: false, fault: { code } });
  expect(readSegments(workspace)).toEqual([]);
});

const python = {
  "booking.py":
    "LIMIT = 10\n\n\ndef book(free):\n    if free > 0:\n        return True\n    return False\n\n\ndef cancel(minutes):\n    return minutes >= LIMIT\n",
  "test_booking.py":
    "from booking import book, cancel\n\n\nclass TestReserve:\n    def test_places_are_left(self):\n        assert book(1)\n\n    def test_full(self):\n        assert not book(0)\n\n\ndef test_cancel():\n    assert cancel(10)\n",
};

// covers trace: changed-function
test("coverage of each test: a function that changes makes only the tests stale that executed it", async () => {
  const workspace = await newWorkspace(python);
  const report =
    '<testsuites><testsuite><testcase classname="test_booking.TestReserve" name="test_full"/><testcase classname="test_booking" name="test_cancel"/></testsuite></testsuites>';
  await add(workspace, { "unit.xml": report, "coverage.json": await fixture("coverage-py.json") });
  expect(readSegments(workspace)[0]?.tests.map(({ rests_on }) => rests_on)).toEqual([
    { grain: "symbol", items: { "booking.py#book": expect.stringMatching(/^c1:/) } },
    { grain: "symbol", items: { "booking.py#cancel": expect.stringMatching(/^c1:/) } },
  ]);
  expect(await states(workspace)).toEqual([
    "TestReserve > test_full: passed (exercised)",
    "test_cancel: passed (exercised)",
  ]);
  const changed = python["booking.py"]
    .replace("return minutes >= LIMIT", "return minutes > LIMIT")
    .replace("    if free", "    # places\n    if free");
  await writeTree(workspace.root, { "booking.py": changed });
  expect(await states(workspace)).toEqual([
    "TestReserve > test_full: passed (exercised)",
    "test_cancel: passed (exercised), stale: booking.py#cancel changed",
  ]);
});

// covers trace: symbol-without-hit
test("a run of all tests shows which functions no test executes; a filtered run shows nothing", async () => {
  const lcov = "TN:\nSF:src/booking.ts\nDA:2,2\nDA:6,0\nend_of_record\n";
  const whole = await newWorkspace(files);
  await add(whole, { "unit.xml": passing, "lcov.info": lcov });
  expect([...(await unexecutedSymbols(readSegments(whole), await treeOf(whole)))]).toEqual([
    "src/booking.ts#cancel",
  ]);
  const filtered = await newWorkspace(files);
  await add(filtered, { "unit.xml": junit(["full"], ["left", "<skipped/>"]), "lcov.info": lcov });
  expect([...(await unexecutedSymbols(readSegments(filtered), await treeOf(filtered)))]).toEqual([]);
});

// covers trace: coverage-of-other-text
test("coverage that does not fit a file is dropped and noted", async () => {
  const beyond = "TN:\nSF:src/booking.ts\nDA:2,2\nDA:900,1\nend_of_record\n";
  const workspace = await newWorkspace({ ...files, ...python });
  const added = await add(workspace, { "unit.xml": passing, "lcov.info": beyond });
  expect(added.ok && added.value.notes).toEqual([
    {
      rule: "coverage-dropped",
      message: "The coverage of src/booking.ts does not fit the file, and is left out.",
    },
  ]);
  const digests = await add(workspace, {
    "unit.xml": passing,
    "lcov.info": (await fixture("coverage-py.lcov")).replace("2MvT67", "2MvT68"),
  });
  expect(digests.ok && digests.value.notes[0]?.message).toContain("booking.py does not fit");
});

test("a test whose imports are not known rests on all sources, and a comment in them changes nothing", async () => {
  const go = {
    "a.go": "package a\n\nfunc Book() bool { return true }\n",
    "a_test.go": 'package a\n\nimport "testing"\n\nfunc TestBook(t *testing.T) { Book() }\n',
  };
  const workspace = await newWorkspace(go);
  await add(workspace, {
    "unit.xml": '<testsuites><testcase classname="example.com/a" name="TestBook"/></testsuites>',
  });
  await writeTree(workspace.root, { "a.go": `// Why.\n${go["a.go"]}` });
  expect(await states(workspace)).toEqual(["TestBook: passed"]);
  await writeTree(workspace.root, { "a.go": go["a.go"].replace("true", "false") });
  expect(await states(workspace)).toEqual([
    "TestBook: passed, stale: a source file changed; what the test reaches is not known",
  ]);
});

test("a mutation report shows which tests notice a change", async () => {
  const workspace = await newWorkspace(files);
  const stryker = {
    schemaVersion: "1",
    files: {
      "src/booking.ts": {
        mutants: [
          {
            id: "1",
            mutatorName: "Equality",
            status: "Killed",
            coveredBy: ["0", "1"],
            killedBy: ["0"],
            location: { start: { line: 2 }, end: { line: 2 } },
          },
        ],
      },
    },
    testFiles: {
      "test/booking.test.ts": {
        tests: [
          { id: "0", name: "full" },
          { id: "1", name: "left" },
        ],
      },
    },
  };
  await add(workspace, { "unit.xml": passing, "mutation.json": JSON.stringify(stryker) });
  expect(await states(workspace)).toEqual(["full: passed (sensitive)", "left: passed (exercised)"]);
});

test("a statement for the CI's own signing step lists the tests of a run", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "unit.xml": junit(["full"], ["left", "<failure/>"]) });
  const [segment] = readSegments(workspace);
  if (segment === undefined) throw new Error("no segment");
  expect(testResultStatement(segment, "4e71138")).toMatchObject({
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    subject: [{ digest: { gitCommit: "4e71138" } }],
    predicate: {
      result: "FAILED",
      passedTests: ["test/booking.test.ts#full"],
      failedTests: ["test/booking.test.ts#left"],
    },
  });
});

// covers trace: renamed-test
test("a result under the old title still holds for a test that was renamed, and never for a copy of a test", async () => {
  const workspace = await newWorkspace(files);
  await add(workspace, { "unit.xml": passing });
  const renamed = bookingTest.replace('"full"', '"no place is left"');
  await writeTree(workspace.root, { "test/booking.test.ts": renamed });
  expect(await states(workspace)).toEqual(["no place is left: passed", "left: passed"]);
  const copy = 'test("a copy", () => { expect(book(1)).toBe(true); });\n';
  await writeTree(workspace.root, { "test/booking.test.ts": `${renamed}${copy}` });
  expect(await states(workspace)).toEqual(["no place is left: passed", "left: passed"]);
});

test("a Go test rests on its package and on those that it imports, a Rust test on its crate and its own crates", async () => {
  const files = {
    "go.mod": "module example.com/ferry\n",
    "book/book.go":
      'package book\n\nimport "example.com/ferry/fleet"\n\nfunc Book() bool { return fleet.Has() }\n',
    "book/book_test.go": 'package book\n\nimport "testing"\n\nfunc TestBook(t *testing.T) { Book() }\n',
    "fleet/fleet.go": "package fleet\n\nfunc Has() bool { return true }\n",
    "other/other.go": "package other\n\nfunc Other() bool { return true }\n",
    "one/Cargo.toml": '[package]\nname = "one"\n\n[dependencies]\ntwo = { path = "../two" }\n',
    "one/src/lib.rs": "#[test]\nfn full() {}\n",
    "two/Cargo.toml": '[package]\nname = "two"\n',
    "two/src/lib.rs": "pub fn two() -> u8 { 2 }\n",
    "three/Cargo.toml": '[package]\nname = "three"\n',
    "three/src/lib.rs": "pub fn three() -> u8 { 3 }\n",
  };
  const workspace = await newWorkspace(files);
  await add(workspace, {
    "unit.xml":
      '<testsuites><testcase classname="example.com/ferry/book" name="TestBook"/><testcase classname="one" name="full"/></testsuites>',
  });
  const change = (path: keyof typeof files, from: string, to: string) =>
    writeTree(workspace.root, { [path]: files[path].replace(from, to) });
  await change("other/other.go", "true", "false");
  await change("three/src/lib.rs", "3", "4");
  expect(await states(workspace)).toEqual(["TestBook: passed", "full: passed"]);
  await change("fleet/fleet.go", "true", "false");
  await change("two/src/lib.rs", "2", "4");
  expect(await states(workspace)).toEqual([
    "TestBook: passed, stale: fleet/fleet.go changed (known by imports)",
    "full: passed, stale: two/src/lib.rs changed (known by imports)",
  ]);
});
