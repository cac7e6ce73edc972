import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { sortedBy } from "../../kernel/order.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { toSarif } from "../../kernel/sarif.ts";
import { count, printable, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import { isWithin, rootPath } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { validateSkill } from "../check/validate.ts";
import { createMemo } from "../discover/memo.ts";
import { scanRoot } from "../discover/scan.ts";
import { SkillFinding } from "../finding.ts";
import type { SkillFileName } from "../skill.ts";
import { rootFlags } from "./flags.ts";
import { withRegistry } from "./registry-of.ts";

const Input = z.object({
  path: z
    .string()
    .optional()
    .describe("A skill folder, its SKILL.md, or a folder of skills; default: all installed skills"),
  sarif: z.boolean().optional().describe("Output SARIF 2.1.0, for code hosts"),
});

const SkillVerdict = z.object({
  valid: z.boolean(),
  checked: z.array(z.string()),
  errors: z.array(SkillFinding),
  warnings: z.array(SkillFinding),
  notes: z.array(SkillFinding).describe("Worth knowing; never a failure"),
  summary: z.string(),
});
type Output = z.infer<typeof SkillVerdict>;

export const validateOperation = operation({
  name: "skills_validate",
  title: "Validate skills",
  summary: "Check skills against the Agent Skills standard, with a security scan of their files",
  icon: "check",
  effects: reading,
  served: { never: "for authors of skills and for CI" },
  input: Input,
  output: SkillVerdict,
  cli: { words: "skills validate", positionals: ["path"], flags: rootFlags },
  exitCode: ({ valid }) => (valid ? 0 : 1),
  run: async (context, { path }) => {
    const folders = path === undefined ? await installed(context) : await skillsAt(resolve(path));
    if (!folders.ok) return folders;
    const findings: SkillFinding[] = [];
    for (const { folder, file } of folders.value) {
      const skill = await openWorkspace(folder);
      const checked = skill.ok ? await validateSkill(skill.value, file, context.workspace) : skill;
      if (!checked.ok) return checked;
      findings.push(
        ...checked.value.map((each) => ({ ...each, file: displayPath(context, join(folder, each.file)) })),
      );
    }
    const errors = findings.filter(({ severity }) => severity === "error");
    const warnings = findings.filter(({ severity }) => severity === "warning");
    const notes = withoutCopies(findings.filter(({ severity }) => severity === "note"));
    const checked = folders.value.map(({ folder }) => displayPath(context, folder));
    const summary = `${count(checked.length, "skill")} checked: ${count(errors.length, "error")}, ${count(warnings.length, "warning")}.`;
    return ok({ valid: errors.length === 0, checked, errors, warnings, notes, summary });
  },
  text: (output, { sarif }) => (sarif ? sarifText(output) : lines(output, plain).join("\n")),
  human: (output, { sarif }, style) => (sarif ? sarifText(output) : lines(output, style).join("\n")),
});

/** Agents have copies of a skill in `.claude/skills` and `.agents/skills`; a note about both is listed once. */
function withoutCopies(notes: readonly SkillFinding[]): SkillFinding[] {
  const seen = new Set<string>();
  return notes.filter(({ file, message }) => {
    const key = `${file.split("/").slice(-2).join("/")}\n${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

const plain: Pick<Style, "bad" | "warn" | "good"> = {
  bad: (text) => text,
  warn: (text) => text,
  good: (text) => text,
};

function lines({ valid, errors, warnings, summary }: Output, style: typeof plain): string[] {
  const findings = sortedBy(
    [...errors, ...warnings],
    ({ file, line }) => `${file}:${String(line).padStart(8, "0")}`,
  );
  const rows = findings.map(({ severity, file, line, rule, message, fix }) => {
    const mark = severity === "error" ? style.bad("error  ") : style.warn("warning");
    const help = fix.includes("\n") ? "" : fix;
    return `${mark} ${printableLine(`${file}:${line}`)} ${rule}: ${printableLine(`${message} ${help}`.trim())}`;
  });
  return [...rows, valid ? style.good(summary) : style.bad(summary)];
}

function sarifText({ errors, warnings }: Output): string {
  return JSON.stringify(toSarif([...errors, ...warnings]), null, 2);
}

/** A SKILL.md to check. */
interface Target {
  readonly folder: string;
  readonly file: SkillFileName;
}

function installed(context: Context): Promise<Result<Target[]>> {
  return withRegistry(context, async (registry) => {
    const { discovery } = await registry.snapshot();
    const paths = [...discovery.skills, ...discovery.invalid].map(({ path }) => path);
    return ok(sortedBy(new Set(paths), (path) => path).map(targetOf));
  });
}

async function skillsAt(path: string): Promise<Result<Target[]>> {
  if (/^\.?SKILL\.md$/.test(basename(path))) return ok([targetOf(path)]);
  const root = await openWorkspace(path);
  if (!root.ok) return root.fault.code === "not_a_directory" ? notASkill(path) : root;
  const start = {
    folder: { jail: root.value, path: rootPath, absolute: root.value.root },
    includeSelf: true,
    linked: false,
  };
  const scan = await scanRoot(createMemo(Date.now), start, [root.value]);
  const targets = scan.folders.flatMap(({ folder, files }) =>
    files.slice(0, 1).map((file) => ({ folder: folder.absolute, file })),
  );
  if (targets.length > 0) return ok(sortedBy(targets, ({ folder }) => folder));
  const message = `${printable(path)} contains no SKILL.md.`;
  return fail(fault("path_not_found", message, "The name must be exactly SKILL.md.", { path }));
}

function notASkill(path: string): Result<never> {
  const message = `${printable(path)} is not a SKILL.md.`;
  const remedy = "Give a skill's folder or its SKILL.md; the name must be exactly SKILL.md.";
  return fail(fault("not_a_directory", message, remedy, { path }));
}

function targetOf(path: string): Target {
  return { folder: dirname(path), file: basename(path) === ".SKILL.md" ? ".SKILL.md" : "SKILL.md" };
}

/** Relative inside the workspace, so that code hosts and editors find it; absolute elsewhere. */
function displayPath({ workspace }: Context, path: string): string {
  const inside = relative(workspace.root, path);
  return isWithin(workspace.root, path) && !isAbsolute(inside) ? inside.split(sep).join("/") || "." : path;
}
