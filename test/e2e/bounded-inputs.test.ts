import { expect, test } from "vitest";
import { cli } from "../support/cli.ts";
import { skillText } from "../support/skills.ts";
import { spec } from "../support/specs.ts";
import { temporaryTree } from "../support/temporary.ts";

const env = { HOME: "/nonexistent", PATH: process.env.PATH ?? "" };
const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join("");

async function timed(words: readonly string[], cwd: string) {
  const started = performance.now();
  const ran = await cli(words, { cwd, env });
  return { ...ran, said: ran.output + ran.errors, ms: performance.now() - started };
}

test("a query over 8 KB is refused with its limit by every search", async () => {
  const cwd = await temporaryTree({ "a.ts": "export const a = 1;\n", "specs/x/spec.md": spec("X") });
  await cli(["index"], { cwd, env });
  const long = "aB".repeat(100_000);
  for (const words of [["search"], ["docs"], ["research"], ["specs", "search"], ["skills", "search"]]) {
    const { said, code, ms } = await timed([...words, long], cwd);
    expect(said, words.join(" ")).toContain("200000 bytes; the limit is 8192");
    expect(code).toBe(2);
    expect(ms).toBeLessThan(20_000);
  }
});

test("one word of 8 KB costs a search no long wait", async () => {
  const cwd = await temporaryTree({ "a.ts": "export const a = 1;\n" });
  await cli(["index"], { cwd, env });
  const { ms, code } = await timed(["search", "aB".repeat(4000)], cwd);
  expect(code).toBe(0);
  expect(ms).toBeLessThan(20_000);
});

test("a path pattern over 1 KB, or with braces for more than 256 patterns, is refused with its limit", async () => {
  const cwd = await temporaryTree({ "src/a.ts": "export const alpha = 1;\n" });
  await cli(["index"], { cwd, env });
  const search = (pattern: string) => timed(["search", "alpha", "--path-filter", pattern], cwd);
  expect((await search("{a,b}".repeat(80_000))).said).toContain("400000 bytes; the limit is 1024");
  expect((await search("{a,b}".repeat(20))).said).toContain("more than 256 patterns");
  expect((await search("{src,lib}/*.{ts,js}")).said).toContain("a.ts");
});

test("settings of 50,000 unknown sections are refused with their limit, at once", async () => {
  const cwd = await temporaryTree({ "hewto.toml": lines(50_000, (n) => `[s${n}]\n`) });
  const { said, ms } = await timed(["doctor"], cwd);
  expect(said).toMatch(/hewto\.toml has \d+ bytes; the limit is 262144/);
  expect(ms).toBeLessThan(20_000);
  const keys = await temporaryTree({ "hewto.toml": `[mcp]\n${lines(20_000, (n) => `k${n}=1\n`)}` });
  expect((await timed(["doctor"], keys)).said).toContain("hewto.toml has more than 5000 keys");
});

test("of thousands of unknown sections and keys the first are named and the others counted", async () => {
  const sections = lines(3000, (n) => `[s${n}]\n`);
  const cwd = await temporaryTree({ "hewto.toml": `[mcp]\n${lines(1500, (n) => `k${n} = 1\n`)}${sections}` });
  const { said, ms } = await timed(["doctor"], cwd);
  expect(said).toContain("the section [s19] is unknown");
  expect(said).not.toContain("the section [s20] is unknown");
  expect(said).toContain("2980 more sections are unknown");
  expect(said).toContain("1480 more keys of [mcp] are unknown");
  expect(ms).toBeLessThan(20_000);
});

test("10,000 links of one document are checked in bounded time, and what was left out is said", async () => {
  const cwd = await temporaryTree({
    ".specman/": "",
    "spec/thing/spec.md": `---\nname: thing\nversion: "1"\n---\n# Thing\n\n${lines(10_000, (n) => `[a](x${n}.md)\n`)}`,
    "spec/same/spec.md": `---\nname: same\nversion: "1"\n---\n# Same\n\n${"[a](x.md)\n".repeat(10_000)}`,
    ".claude/skills/pdf/SKILL.md": skillText(
      "pdf",
      "Does it.",
      lines(10_000, (n) => `[a](x${n}.md)\n`),
    ),
  });
  const artifact = await timed(["artifacts", "references", "spec://thing", "--json"], cwd);
  expect(artifact.said).toContain("links to more than 1000 targets");
  expect(artifact.ms).toBeLessThan(30_000);
  const same = await timed(["artifacts", "references", "spec://same", "--json"], cwd);
  expect(JSON.parse(same.output).references).toBe(10_000);
  expect(same.ms).toBeLessThan(20_000);
  const skill = await timed(["skills", "validate", "--json"], cwd);
  expect(skill.said).toContain("links to more than 1000 files");
  expect(skill.ms).toBeLessThan(30_000);
});
