import * as z from "zod";
import { sortedBy } from "../../kernel/order.ts";
import { ok } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import type { Style } from "../../operation/style.ts";
import type { Snapshot } from "../registry/registry.ts";
import type { Visibility } from "../registry/view.ts";
import { entryForms } from "../serve/catalog-text.ts";
import type { Skill } from "../skill.ts";
import { registryOf } from "./registry-of.ts";
import { PlacedProblemRow, problemText } from "./rows.ts";

const State = z.enum(["served", "same", "shadowed", "filtered", "disabled", "invalid", "over-budget"]);
type State = z.infer<typeof State>;

const FileRow = z.object({
  path: z.string(),
  id: z.string().optional(),
  state: State,
  /** In words: by what, through which filter, on which line. */
  why: z.string(),
  line: z.number().optional(),
});
type FileRow = z.infer<typeof FileRow>;

const Output = z.object({
  files: z.array(FileRow),
  roots: z.array(
    z.object({ path: z.string(), provider: z.string(), location: z.string(), kind: z.string() }),
  ),
  problems: z.array(PlacedProblemRow),
  description_length: z.number(),
  summary: z.string(),
});
type Output = z.infer<typeof Output>;

export const doctorOperation = operation({
  name: "skills_doctor",
  title: "Skills doctor",
  summary:
    "Explain every SKILL.md on disk: served, shadowed by what, filtered, disabled, invalid, over budget",
  icon: "check",
  effects: reading,
  served: { never: "for people who miss a skill; agents see what is served" },
  input: z.object({}),
  output: Output,
  cli: { words: "skills doctor" },
  exitCode: ({ files }) => (files.some(({ state }) => state === "invalid") ? 1 : 0),
  run: async (context) => {
    const registry = registryOf(context);
    if (!registry.ok) return registry;
    const snapshot = await registry.value.snapshot();
    const { discovery, description } = snapshot;
    const files = fileRows(snapshot, registry.value.options.catalogBudget);
    const roots = discovery.roots.map(({ folder, provider, location, kind }) => ({
      path: folder.absolute,
      provider,
      location,
      kind,
    }));
    const problems = discovery.problems.map((found) => ({ ...found }));
    return ok({ files, roots, problems, description_length: description.length, summary: summaryOf(files) });
  },
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
    return { state: "shadowed", why: `by ${visibility.by.path}, which ranks higher` };
  if (skill.disabled) return { state: "disabled", why: `\`hewto skills enable ${skill.id}\` switches it on` };
  if (visibility?.kind === "same") return { state: "same", why: `another way to ${visibility.as.id}` };
  if (form === "named") return { state: "over-budget", why: "listed by its name only" };
  if (form === "omitted")
    return { state: "over-budget", why: "not listed, found by search and loadable by name" };
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
    (found) => `  ${printableLine(found.path)}: ${printableLine(problemText(found))}`,
  );
  return [
    ...files,
    ...(files.length > 0 ? [""] : []),
    style.bold("Looked in"),
    ...(roots.length > 0 ? roots : ["  none of the usual folders is there"]),
    ...(problems.length > 0 ? ["", style.warn("Problems"), ...problems] : []),
    "",
    `${output.summary} The tool's description has ${output.description_length} characters; Claude Code shows 2,048.`,
  ];
}
