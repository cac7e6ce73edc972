import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../src/markdown/document.ts";
import { readSpec } from "../../src/specs/read.ts";
import { skipTest } from "../support/skip.ts";

// Public trees, as bare git repositories below HEWTO_TREES (`owner+name/repo`). They are read where they are and
// never copied into this repository: `HEWTO_TREES=DIR npm run test:trees`.
const trees = process.env.HEWTO_TREES ?? "";
const corpora = [
  ["Fission-AI+OpenSpec", /^openspec\/.*\/spec\.md$/],
  ["marconae+spec-oxide", /^specs\/.*\/spec\.md$/],
  ["jixoai+ccski", /^openspec\/.*\/spec\.md$/],
  ["alexey1312+swift-index", /^openspec\/.*\/spec\.md$/],
] as const;

for (const [name, pattern] of corpora) {
  const repository = join(trees, name, "repo");
  test(`${name}: every heading that a person sees is read, every byte comes back`, () => {
    if (trees === "" || !existsSync(repository)) skipTest(`${name} is not below HEWTO_TREES`);
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", maxBuffer: 1e9 });
    const paths = git("ls-tree", "-r", "--name-only", "HEAD")
      .split("\n")
      .filter((path) => pattern.test(path));
    const sum = { files: 0, requirements: 0, scenarios: 0, steps: 0, withoutWhen: 0, withoutThen: 0 };
    for (const path of paths) {
      const text = git("show", `HEAD:${path}`);
      const spec = readSpec(text);
      expect(renderMarkdown(spec.document), path).toBe(text);
      const seen = headingsSeen(text);
      const scenarios = spec.requirements.flatMap((each) => each.scenarios);
      expect(
        spec.requirements.filter((each) => each.form === "heading").map((each) => each.name),
        path,
      ).toEqual(seen.requirements);
      expect(
        scenarios.filter((each) => each.prefixed).map((each) => each.name),
        path,
      ).toEqual(seen.scenarios);
      sum.files++;
      sum.requirements += spec.requirements.length;
      sum.scenarios += scenarios.length;
      sum.steps += scenarios.reduce((total, each) => total + each.steps.length, 0);
      sum.withoutWhen += scenarios.filter((each) => !each.steps.some((step) => step.role === "when")).length;
      sum.withoutThen += scenarios.filter((each) => !each.steps.some((step) => step.role === "then")).length;
    }
    expect(sum.files).toBeGreaterThan(0);
    console.log(name, JSON.stringify(sum));
  }, 600_000);
}

/** What a person scrolling through the file would call a heading, found by other means than our reader's. */
function headingsSeen(text: string): { requirements: string[]; scenarios: string[] } {
  const seen = { requirements: [] as string[], scenarios: [] as string[] };
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence !== "") {
      if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === "") fence = "";
      continue;
    }
    if (mark?.[1] !== undefined) fence = mark[1];
    const heading = /^ {0,3}#{2,6} +(requirement|scenario): *(.*?)(?: +#+)? *$/i.exec(line);
    if (heading?.[1]?.toLowerCase() === "requirement") seen.requirements.push(heading[2] ?? "");
    if (heading?.[1]?.toLowerCase() === "scenario") seen.scenarios.push(heading[2] ?? "");
  }
  return seen;
}
