import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { temporaryTree } from "../support/temporary.ts";

const bundle = join(import.meta.dirname, "../../dist/hewto.js");

/** The example workspace in a git repository of its own. */
function ferry(): string {
  const folder = mkdtempSync(join(tmpdir(), "hewto-check-"));
  cpSync(join(import.meta.dirname, "../../examples/ferry"), folder, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "start");
  return folder;
}

function hewto(folder: string, ...words: string[]) {
  const env = { ...process.env, HOME: folder, NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...words], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function change(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

describe("hewto check", () => {
  it("a broken hewto.toml is a finding of its own line and hides nothing else", () => {
    const folder = ferry();
    writeFileSync(join(folder, "hewto.toml"), "# settings\n[specs\n");
    change(folder, "openspec/specs/booking/spec.md", "## Purpose", "## Aim");
    const { status, stdout } = hewto(folder, "check");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^hewto\.toml\n +2 +error +Not valid TOML/m);
    expect(stdout.match(/Not valid TOML/g)).toHaveLength(1);
    expect(stdout).toContain("purpose-missing");
  });

  it("--changed-since outside a repository, or with an unknown revision, is said in one line", async () => {
    const bare = await temporaryTree({ "specs/a/spec.md": "# A\n" });
    const outside = await cli(["check", "--changed-since", "HEAD"], { cwd: bare });
    expect([outside.code, outside.errors]).toEqual([
      1,
      expect.stringMatching(/^hewto: .* is not in a git repository.*\n$/),
    ]);
    const { errors } = await cli(["check", "--changed-since", "nope"], { cwd: ferry() });
    expect(errors).toMatch(/^hewto: .*git does not know the revision `nope`.*fetch-depth: 0.*\n$/);
  });

  it("--changed-since counts from where the branch began, not what the other branch did since", () => {
    const folder = ferry();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: folder });
    change(folder, "openspec/specs/booking/spec.md", "## Requirements", "## Needs");
    git("commit", "-qam", "broken for a while");
    git("branch", "work");
    change(folder, "openspec/specs/booking/spec.md", "## Needs", "## Requirements");
    git("commit", "-qam", "fixed");
    git("branch", "trunk");
    git("checkout", "-q", "work");
    expect(hewto(folder, "check").status).toBe(1);
    expect(hewto(folder, "check", "--changed-since", "trunk").status).toBe(0);
  });

  // [ENSURES: requirement-one-gate-for-everything.rules:TEST]
  it("finds nothing in the example workspace", () => {
    expect(hewto(ferry(), "check", "--strict")).toMatchObject({
      status: 0,
      stdout:
        "No errors or warnings in specs (2), changes (1), features (1), artifacts (1 specification, 1 implementation, 1 scratch pad), trace (10 requirements), skills (1); 1 note.\n",
      stderr: "",
    });
  });

  it("reports warnings about artifacts, and fails on them with --strict", () => {
    const folder = ferry();
    appendFileSync(
      join(folder, "spec/ferry-booking/spec.md"),
      "\n!concept-slip.rules\n\n- The colon is missing.\n",
    );
    const { status, stdout } = hewto(folder, "check");
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/warning +`!concept-slip\.rules` does not end/),
    ]);
    expect(hewto(folder, "check", "--strict").status).toBe(1);
  });

  it("gathers what every validator finds, by file and line, and exits 1", () => {
    const folder = ferry();
    change(folder, "openspec/specs/booking/spec.md", "## Requirements", "## Needs");
    change(
      folder,
      "openspec/changes/add-waiting-list/specs/booking/spec.md",
      "### Requirement: Reserve a place",
      "### Requirement: Reserve a plaice",
    );
    change(folder, "Sources/Ferry/Crossing.swift", "[ENSURES: concept-identity.number:CHECK]", "");
    change(
      folder,
      ".claude/skills/cancel-crossing/SKILL.md",
      "name: cancel-crossing",
      "name: Cancel Crossing",
    );
    const { status, stdout } = hewto(folder, "check", "--json");
    const report = JSON.parse(stdout);
    expect(status).toBe(1);
    expect(new Set(report.findings.map((finding: { area: string }) => finding.area))).toEqual(
      new Set(["specs", "changes", "artifacts", "trace", "skills"]),
    );
    expect(report.findings).toContainEqual(
      expect.objectContaining({ rule: "constraint-not-ensured", file: "spec/ferry-booking/spec.md" }),
    );
    expect(hewto(folder, "check").stdout).toMatch(/^openspec\/specs\/booking\/spec\.md\n +\d+ +error/m);
  });

  it("speaks SARIF and JUnit", () => {
    const folder = ferry();
    change(folder, "Sources/Ferry/Crossing.swift", "[ENSURES: concept-identity.number:CHECK]", "");
    const sarif = JSON.parse(hewto(folder, "check", "--sarif").stdout);
    expect(sarif.runs[0].results[0]).toMatchObject({
      ruleId: "constraint-not-ensured",
      level: "error",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "spec/ferry-booking/spec.md" },
            region: { startLine: 30 },
          },
        },
      ],
    });
    const junit = hewto(folder, "check", "--junit").stdout;
    expect(junit).toContain('<testsuite name="artifacts" tests="1" failures="1">');
    expect(junit).toContain('<failure type="constraint-not-ensured"');
  });

  // [ENSURES: requirement-one-gate-for-everything.rules:TEST]
  // [VERIFIES: traceability/one-gate-for-everything#a-branch]
  it("gates only what a branch touches: the file itself, or the code behind a constraint", () => {
    const folder = ferry();
    change(folder, "openspec/specs/boarding/spec.md", "## Purpose", "## Reason");
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qam", "break"], {
      cwd: folder,
    });
    expect(hewto(folder, "check").status).toBe(1);
    const gated = hewto(folder, "check", "--changed-since", "HEAD");
    expect(gated).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("in unchanged files"),
    });
    change(folder, "Sources/Ferry/Crossing.swift", "[ENSURES: concept-identity.number:CHECK]", "");
    expect(hewto(folder, "check", "--changed-since", "HEAD")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("concept-identity.number"),
    });
  });

  it("checks only the areas asked for, refuses unknown ones, and works where there is nothing", () => {
    const folder = ferry();
    expect(hewto(folder, "check", "--only", "specs", "--only", "skills").stdout).toBe(
      "No problems found in specs (2), skills (1).\n",
    );
    expect(hewto(folder, "check", "--only", "spices")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("only"),
    });
    expect(hewto(mkdtempSync(join(tmpdir(), "hewto-empty-")), "check").status).toBe(0);
    expect(hewto(folder, "check", "--changed-since", "no-such-branch")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("no-such-branch"),
    });
  });
});

describe("features of spec-kit in hewto check", () => {
  it("finds questions left open in a plan, tasks that cannot be ticked, numbers taken twice, a plan without a spec", async () => {
    const root = await temporaryTree({
      "specs/001-a/spec.md": "# A\n\n- [NEEDS CLARIFICATION: how fast?]\n",
      "specs/001-a/plan.md": "# Plan\n\nText of our own.\n",
      "specs/002-b/spec.md": "# B\n\nIt MUST float. [NEEDS CLARIFICATION: where?]\n",
      "specs/002-c/plan.md": "# Plan\n\nText of our own.\n",
      "specs/002-c/tasks.md": "# Tasks\n\nBuild it.\n",
    });
    const { code, output } = await cli(["check", "--json"], { cwd: root, env: { HOME: root } });
    const { findings, checked } = JSON.parse(output);
    expect([code, checked]).toEqual([0, ["features"]]);
    expect(
      findings.map(({ rule, file, line }: Record<string, unknown>) => `${file}:${line} ${rule}`),
    ).toEqual([
      "specs/001-a/spec.md:3 open-question",
      "specs/002-c/spec.md:1 feature-without-spec",
      "specs/002-c/spec.md:1 number-taken",
      "specs/002-c/tasks.md:1 tasks-without-box",
    ]);
  });

  it("in a folder of the project says where the project is", async () => {
    const root = await temporaryTree({
      ".git/HEAD": "ref: refs/heads/main\n",
      "openspec/specs/.gitkeep": "",
      "src/a.ts": "export {};\n",
    });
    const cwd = join(root, "src");
    const there = `${root} is a project: run the check there, or pass --workspace.`;
    expect((await cli(["check"], { cwd, env: { HOME: root } })).output).toContain(there);
    const { code, errors } = await cli(["search", "a"], { cwd, env: { HOME: root } });
    expect([code, errors]).toEqual([
      3,
      expect.stringContaining(`This folder is part of ${root}: search from there`),
    ]);
    const { output } = await cli(["init", "--dry-run"], { cwd, env: { HOME: root } });
    expect(output).toContain(`part of    ${root}; did you mean that folder?`);
    expect((await cli(["doctor"], { cwd, env: { HOME: root } })).output).toContain(`part of ${root}.`);
  });

  it("checks the artifacts of a clone that has no .specman, and says how many it read", async () => {
    const folder = ferry();
    rmSync(join(folder, ".specman"), { recursive: true });
    const clean = JSON.parse(hewto(folder, "check", "--only", "artifacts", "--json").stdout);
    expect(clean).toMatchObject({
      ok: true,
      checked: ["artifacts"],
      counts: { artifacts: "1 specification, 1 implementation" },
      summary: "No problems found in artifacts (1 specification, 1 implementation).",
    });
    change(folder, "Sources/Ferry/Crossing.swift", "[ENSURES: concept-identity.number:CHECK]", "");
    expect(hewto(folder, "check")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("constraint-not-ensured"),
    });
  });

  it("does not name artifacts as checked where spec/ holds something else", async () => {
    const root = await temporaryTree({
      "spec/models/spec.md": "# Notes on models\n",
      "specs/001-a/spec.md": "# A\n",
    });
    const { output } = await cli(["check", "--json"], { cwd: root, env: { HOME: root } });
    expect(JSON.parse(output)).toMatchObject({
      checked: ["features"],
      counts: { features: "1" },
      summary: "No problems found in features (1).",
    });
    const only = await cli(["check", "--only", "artifacts"], { cwd: root, env: { HOME: root } });
    expect(only.output).toContain("Nothing to check: no artifacts found.");
  });

  it("a skill of the person that is broken does not fail the project's gate", async () => {
    const home = await temporaryTree({ ".claude/skills/broken/SKILL.md": "---\nname: Not Valid!\n---\n" });
    const inside = {
      ".claude/skills/fine/SKILL.md":
        "---\nname: fine\ndescription: Use it when things are fine.\n---\nDo it.\n",
    };
    const root = await temporaryTree(inside);
    const at = { cwd: root, env: { ...process.env, HOME: home, NO_COLOR: "1" }, encoding: "utf8" } as const;
    const checked = spawnSync(process.execPath, [bundle, "check", "--strict", "--json"], at);
    expect([checked.status, JSON.parse(checked.stdout)]).toMatchObject([
      0,
      { findings: [], counts: { skills: "1" } },
    ]);
    // The person's own validator does see it.
    expect(spawnSync(process.execPath, [bundle, "skills", "validate"], at).stdout).toContain("broken");
  });

  it("does not report success for an empty folder", async () => {
    const root = await temporaryTree({ "a.ts": "export {};\n" });
    const { code, output } = await cli(["check"], { cwd: root, env: { HOME: root } });
    expect([code, output]).toEqual([0, expect.stringContaining("Nothing to check")]);
  });
});
