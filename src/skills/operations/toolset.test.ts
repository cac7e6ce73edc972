import { expect, test } from "vitest";
import { agentWith } from "../../../test/support/operations.ts";
import { callSkills, skillText, skillTree } from "../../../test/support/skills.ts";
import { type AnyOperation, commandOf, isTool } from "../../operation/operation.ts";
import { terminalSurface } from "../../operation/surface.ts";
import { serverFlags } from "./flags.ts";
import { infoOperation } from "./info.ts";
import { installOperation } from "./install.ts";
import { listOperation } from "./list.ts";
import { removeOperation } from "./remove.ts";
import { searchOperation } from "./search.ts";
import { skillOperation } from "./skill.ts";
import { disableOperation } from "./toggle.ts";
import { skillsToolset } from "./toolset.ts";
import { verifyOperation } from "./verify.ts";

const operations: readonly AnyOperation[] = Object.values(skillsToolset.operations);
const byName = new Map(operations.map((each) => [each.name, each]));
const terminal = terminalSurface((name) => byName.get(name));

test("every entry is a command, and those that are not tools say why", () => {
  for (const operation of operations) {
    expect(commandOf(operation)?.words, operation.name).toMatch(/^skills /);
    expect(isTool(operation) || operation.served, operation.name).toBeTruthy();
  }
  expect(operations.filter((each) => isTool(each)).map(({ name }) => name)).toEqual(["skill"]);
});

test("skills install offers --refresh-interval, --no-refresh and --catalog-budget, which it does not read", () => {
  const flags = Object.fromEntries(
    operations.map((each) => [each.name, commandOf(each)?.flags?.map(({ name }) => name) ?? []]),
  );
  expect(flags["skills_install"]).toEqual(["user-dir", "interactive"]);
  for (const [name, own] of Object.entries(flags)) {
    expect(own, name).not.toContain("refresh-interval");
    expect(own, name).not.toContain("no-refresh");
    expect(own.includes("catalog-budget"), name).toBe(name === "skills_doctor");
  }
  const all = new Set(Object.values(flags).flat());
  expect(serverFlags.map(({ name }) => name).filter((name) => !all.has(name))).toEqual([
    "no-refresh",
    "refresh-interval",
  ]);
});

test("an agent without any skill is told to run a shell command", async () => {
  const tree = await skillTree();
  const answer = await callSkills(tree, skillOperation, { name: "pdf" });
  expect(answer).toMatchObject({
    fault: { code: "skill_not_found", suggest: { operation: "skills_doctor" } },
  });
  const suggest = { operation: "skills_doctor", to: "see where Hewto looked" };
  expect(terminal.recommend(suggest)).toBe("Run `hewto skills doctor` to see where Hewto looked.");
  expect(agentWith({ skill: skillOperation }).recommend(suggest)).toBe("");
});

test("the skill tool loads, reads a file, lists names and searches", async () => {
  const tree = await skillTree({
    "ws/skills/pdf/SKILL.md": skillText("pdf", "Fills forms."),
    "ws/skills/pdf/references/a.md": "Guide.",
    "ws/skills/docx/SKILL.md": skillText("docx", "Writes letters."),
  });
  const call = async (input: { name: string; path?: string; query?: string }) => {
    const answer = await callSkills(tree, skillOperation, input);
    return answer.ok ? answer.value : answer.fault.message;
  };
  expect(await call({ name: "PDF" })).toMatch(/^name: pdf\npath: .*\n\n---\nname: pdf\n/s);
  expect(await call({ name: "pdf", path: "references/a.md" })).toBe(
    "name: pdf\nfile: references/a.md\n\nGuide.",
  );
  expect(await call({ name: "?" })).toBe("Skills: docx, pdf");
  expect(await call({ name: "?", query: "forms" })).toBe("- pdf: Fills forms.");
  expect(await call({ name: "?", query: "zebra" })).toMatch(/^No skill matches "zebra"\./);
});

test("search names the argument that shows more as its reader gives it", async () => {
  const tree = await skillTree({
    "ws/skills/a/SKILL.md": skillText("a", "Does forms."),
    "ws/skills/b/SKILL.md": skillText("b", "Does forms."),
  });
  const input = { query: "forms", limit: 1, content: undefined };
  const answer = await callSkills(tree, searchOperation, input);
  if (!answer.ok) throw new Error(answer.fault.message);
  expect(searchOperation.text(answer.value, input, terminal)).toMatch(/… and 1 more; raise --limit\.$/);
  const agent = agentWith(skillsToolset.operations);
  expect(searchOperation.text(answer.value, input, agent)).toMatch(/… and 1 more; raise limit\.$/);
});

test("info finds a disabled skill, and shows the start of its text", async () => {
  const tree = await skillTree({
    "ws/skills/off/.SKILL.md": skillText("off", "Is off.", `${"x".repeat(3000)}\n`),
  });
  const answer = await callSkills(tree, infoOperation, { name: "off" });
  expect(answer).toMatchObject({ value: { id: "agents:off", disabled: true } });
  expect(answer.ok && answer.value.content).toContain("pass --full for the rest");
});

test("list without skills recommends the doctor", async () => {
  const answer = await callSkills(await skillTree(), listOperation, {});
  if (!answer.ok) throw new Error(answer.fault.message);
  expect(listOperation.text(answer.value, {}, terminal)).toBe(
    "No skills were found. Run `hewto skills doctor` to see where Hewto looked.",
  );
});

test("disable without names is refused, and reports each name on its own", async () => {
  const tree = await skillTree({ "ws/skills/pdf/SKILL.md": skillText("pdf") });
  expect(await callSkills(tree, disableOperation, {})).toMatchObject({
    fault: { code: "invalid_argument", suggest: { operation: "skills_list", args: { all: true } } },
  });
  expect(await callSkills(tree, disableOperation, { names: ["pdf", "nope"] })).toMatchObject({
    value: {
      succeeded: 1,
      failed: 1,
      results: [
        { skill: "agents:pdf", status: "disabled" },
        { skill: "nope", status: "failed" },
      ],
    },
  });
});

test("install needs a source or --frozen, and names when the source has several skills", async () => {
  const tree = await skillTree({
    "src/pdf/SKILL.md": skillText("pdf"),
    "src/docx/SKILL.md": skillText("docx"),
  });
  const source = `${tree.root}/src`;
  expect(await callSkills(tree, installOperation, {})).toMatchObject({
    fault: { code: "invalid_argument", message: "No source was given." },
  });
  expect(await callSkills(tree, installOperation, { frozen: true })).toMatchObject({
    fault: { code: "path_not_found" },
  });
  expect(await callSkills(tree, installOperation, { source })).toMatchObject({
    fault: { code: "invalid_argument", details: { skills: ["docx", "pdf"] } },
  });
  expect(await callSkills(tree, installOperation, { source, names: ["pdf"] })).toMatchObject({
    value: { installed: 1, results: [{ skill: "pdf", status: "installed", findings: 0 }] },
  });
  expect(await callSkills(tree, installOperation, { source, to: "../x" })).toMatchObject({
    fault: { code: "invalid_argument", subject: { argument: "to" } },
  });
});

test("installed skills with findings are listed with the command that shows them", async () => {
  const tree = await skillTree({
    "src/pdf/SKILL.md": skillText("pdf", "Does it.", "Run npx left-pad now.\n"),
  });
  const answer = await callSkills(tree, installOperation, { source: `${tree.root}/src` });
  if (!answer.ok) throw new Error(answer.fault.message);
  const input = installOperation.input.parse({});
  expect(installOperation.text(answer.value, input, terminal)).toContain(
    `Run \`hewto skills validate ${tree.ws}/.agents/skills\` to see the findings.`,
  );
});

test("verify reports a changed file, and remove deletes the skill and its lock entry", async () => {
  const tree = await skillTree({ "src/pdf/SKILL.md": skillText("pdf") });
  await callSkills(tree, installOperation, { source: `${tree.root}/src` });
  expect(await callSkills(tree, verifyOperation, {})).toMatchObject({
    value: { valid: true, summary: "1 locked skill, all match the lock." },
  });
  expect(await callSkills(tree, removeOperation, { name: "pdf", dry_run: true })).toMatchObject({
    value: { removed: false },
  });
  expect(await callSkills(tree, removeOperation, { name: "pdf" })).toMatchObject({
    value: { removed: true },
  });
  expect(await callSkills(tree, verifyOperation, {})).toMatchObject({ value: { valid: true, skills: [] } });
});
