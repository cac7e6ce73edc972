import * as z from "zod";
import { sortedBy } from "../../kernel/order.ts";
import { ok } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import { PathProblem } from "../finding.ts";
import type { Snapshot } from "../registry/registry.ts";
import type { Visibility } from "../registry/view.ts";
import { entryForms } from "../serve/catalog-text.ts";
import type { Skill } from "../skill.ts";
import { budgetFlag, discoveryFlags } from "./flags.ts";
import { withRegistry } from "./registry-of.ts";
import { problemText } from "./rows.ts";

const State = z.enum(["served", "same", "shadowed", "filtered", "disabled", "invalid", "over-budget"]);
type State = z.infer<typeof State>;

const FileRow = z.object({
  path: z.string(),
  id: z.string().optional(),
  state: State,
  /** Why it is not served, or its warnings. */
  why: z.string(),
  line: z.number().optional(),
});
type FileRow = z.infer<typeof FileRow>;

const Output = z.object({
  files: z.array(FileRow),
  roots: z.array(
    z.object({ path: z.string(), provider: z.string(), location: z.string(), kind: z.string() }),
  ),
  problems: z.array(PathProblem),
  description_length: z.number(),
  summary: z.string(),
});
type Output = z.infer<typeof Output>;

export const doctorOperation = operation({
  name: "skills_doctor",
  title: "Skills doctor",
  summary: "Explain for every SKILL.md on disk whether it is served, and if not, why",
  icon: "check",
  effects: reading,
  served: { never: "for people who look for a missing skill; agents see the served skills" },
  input: z.object({}),
  output: Output,
  cli: { words: "skills doctor", flags: [...discoveryFlags, budgetFlag] },
  exitCode: ({ files }) => (files.some(({ state }) => state === "invalid") ? 1 : 0),
  run: (context) =>
    withRegistry(context, async (registry) => {
      const { snapshot } = await registry.refresh();
      const { discovery, description } = snapshot;
      const files = fileRows(snapshot, registry.options.catalogBudget);
      const roots = discovery.roots.map(({ folder, provider, location, kind }) => ({
        path: folder.absolute,
        provider,
        location,
        kind,
      }));
      const problems = discovery.problems.map((each) => ({ ...each }));
      return ok({
        files,
        roots,
        problems,
        description_length: description.length,
        summary: summaryOf(files),
      });
    }),
  text: (output) => lines(output, plain).join("\n"),
  human: (output, _input, style) => lines(output, style).join("\n"),
});

function fileRows({ discovery, enabled, disabled }: Snapshot, budget: number | undefined): FileRow[] {
  const forms = new Map(entryForms(enabled, budget));
  const rows = discovery.skills.map((skill): FileRow => {
    const visibility = (skill.disabled ? disabled : enabled).visibility.get(skill);
    const { state, why } = explain(skill, visibility, forms.get(skill));
    return { path: skill.path, id: skill.id, state, why };
  });
  const invalid = discovery.invalid.map(({ path, problems }): FileRow => {
    const line = problems[0]?.line ?? 1;
    return { path, state: "invalid", why: problems.map(problemText).join(" "), line };
  });
  return sortedBy([...rows, ...invalid], ({ path, id = "" }) => `${path}\0${id}`);
}

function explain(
  skill: Skill,
  visibility: Visibility | undefined,
  form: string | undefined,
): { state: State; why: string } {
  if (visibility?.kind === "filtered") return { state: "filtered", why: visibility.reason };
  if (visibility?.kind === "shadowed")
    return { state: "shadowed", why: `by ${visibility.by.path}, which has a higher rank` };
  if (skill.disabled)
    return { state: "disabled", why: `run \`hewto skills enable ${skill.id}\` to enable it` };
  if (visibility?.kind === "same") return { state: "same", why: `the same folder as ${visibility.as.id}` };
  if (form === "named") return { state: "over-budget", why: "listed by name only" };
  if (form === "omitted")
    return { state: "over-budget", why: "not listed; can be searched and loaded by name" };
  return { state: "served", why: skill.problems.map(problemText).join(" ") };
}

function summaryOf(files: readonly FileRow[]): string {
  const states = State.options.map(
    (state) => [state, files.filter((row) => row.state === state).length] as const,
  );
  const parts = states.filter(([, number]) => number > 0).map(([state, number]) => `${number} ${state}`);
  return parts.length === 0
    ? "No SKILL.md was found."
    : `${count(files.length, "SKILL.md", "SKILL.md")}: ${parts.join(", ")}.`;
}

const same = (text: string) => text;
const plain: Pick<Style, "bold" | "dim" | "good" | "warn" | "bad"> = {
  bold: same,
  dim: same,
  good: same,
  warn: same,
  bad: same,
};

function lines(output: Output, style: typeof plain): string[] {
  const paint = (state: State) =>
    state === "served" ? style.good : state === "invalid" ? style.bad : style.warn;
  const files = output.files.map(({ path, id, state, why, line }) => {
    const where = line !== undefined && line > 1 ? `${path}:${line}` : path;
    const name = id === undefined ? "" : ` ${style.bold(printableLine(id))}`;
    return `${paint(state)(state.padEnd(11))}${name} ${style.dim(printableLine(where))}${why === "" ? "" : `\n            ${printableLine(why)}`}`;
  });
  const roots = output.roots.map(
    ({ path, provider, location }) => `  ${provider.padEnd(9)} ${location.padEnd(8)} ${printableLine(path)}`,
  );
  const problems = output.problems.map(
    (each) => `  ${printableLine(each.path)}: ${printableLine(problemText(each))}`,
  );
  return [
    ...files,
    ...(files.length > 0 ? [""] : []),
    style.bold("Searched folders"),
    ...(roots.length > 0 ? roots : ["  none of the default folders exists"]),
    ...(problems.length > 0 ? ["", style.warn("Problems"), ...problems] : []),
    "",
    `${output.summary} The tool's description has ${output.description_length} characters; Claude Code shows the first 2,048.`,
  ];
}
