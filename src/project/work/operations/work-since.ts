import * as z from "zod";
import { clip } from "../../../kernel/clip.ts";
import { ok, type Result } from "../../../kernel/result.ts";
import { count, printableLine } from "../../../kernel/text.ts";
import type { Context } from "../../../operation/context.ts";
import { operation, reading } from "../../../operation/operation.ts";
import { findSpecs } from "../../../specs/library.ts";
import { openProject } from "../../../specs/project.ts";
import { readSpec } from "../../../specs/read.ts";
import type { Vocabulary } from "../../../specs/vocabulary.ts";
import { readText } from "../../../workspace/files/files.ts";
import {
  branchPoint,
  type ChangedFile,
  changedSince,
  filesAtRevision,
} from "../../../workspace/git/queries.ts";
import { collectWork } from "../collect.ts";

const status = z.enum(["added", "modified", "deleted"]);

const Output = z.object({
  since: z.string().describe("The revision that was compared with"),
  base: z.string().describe("The commit where this branch left it"),
  specs: z.array(
    z.object({
      id: z.string().optional().describe("Absent for a spec that is gone"),
      path: z.string(),
      status,
      added: z.array(z.string()).describe("Requirements that are new"),
      modified: z.array(z.string()),
      removed: z.array(z.string()),
    }),
  ),
  specs_left_out: z.number().int(),
  work: z.array(z.object({ id: z.string(), title: z.string(), path: z.string(), files: z.number().int() })),
  work_left_out: z.number().int(),
  other_files: z.number().int().describe("Changed files that belong to neither"),
});
type Output = z.infer<typeof Output>;

const maxListed = 50;
/** Where branches usually start, in the order of preference. */
const usualBases = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];

export const workSince = operation({
  name: "work_since",
  title: "What changed since",
  summary: "Lists specs with their requirements, and work, that changed on this branch.",
  icon: "workflow",
  effects: reading,
  served: { never: "agents compare with git themselves" },
  cli: { words: "work since", positionals: ["since"], examples: ["work since origin/main"] },
  input: z.object({
    since: z
      .string()
      .optional()
      .describe("A git revision; default: the main branch of origin, else the local one"),
  }),
  output: Output,
  run: async (context, { since }) => {
    const base = await baseOf(context, since);
    if (!base.ok) return base;
    const changed = await changedSince(context.workspace, base.value.commit);
    return changed.ok ? compare(context, base.value, changed.value) : changed;
  },
  text: (output) => render(output),
});

interface Base {
  readonly since: string;
  readonly commit: string;
}

async function baseOf({ workspace }: Context, since: string | undefined): Promise<Result<Base>> {
  const [first = "HEAD", ...others] = since === undefined ? usualBases : [since];
  let found = await branchPoint(workspace, first);
  let ref = first;
  for (const other of others) {
    if (found.ok) break;
    found = await branchPoint(workspace, other);
    ref = other;
  }
  return found.ok ? ok({ since: ref, commit: found.value }) : found;
}

async function compare(
  context: Context,
  { since, commit }: Base,
  files: readonly ChangedFile[],
): Promise<Result<Output>> {
  const { workspace } = context;
  const { layouts, vocabulary } = await openProject(workspace);
  const entries = new Map((await findSpecs(workspace, layouts)).map((entry) => [entry.path, entry]));
  const isGoneSpec = ({ path, status }: ChangedFile) =>
    status === "deleted" &&
    path.endsWith("/spec.md") &&
    layouts.some((each) => path.startsWith(`${each.specs}/`));
  const specFiles = files.filter((file) => entries.has(file.path) || isGoneSpec(file));
  const listed = clip(specFiles, maxListed);
  const old = await filesAtRevision(
    workspace,
    commit,
    listed.shown.map(({ path }) => path),
  );
  if (!old.ok) return old;
  const specs: Output["specs"] = [];
  for (const { path, status } of listed.shown) {
    const now = status === "deleted" ? undefined : await readText(workspace, path, { lossy: true });
    const before = requirementTexts(old.value.get(path), vocabulary);
    const after = requirementTexts(now?.ok ? now.value.text : undefined, vocabulary);
    specs.push({ id: entries.get(path)?.id, path, status, ...differences(before, after) });
  }
  const works = await collectWork(context, { review: "none" });
  if (!works.ok) return works;
  const touched = works.value
    .map(({ item }) => ({
      id: item.id,
      title: item.title,
      path: item.path,
      files: files.filter(({ path }) => path.startsWith(`${item.path}/`)).length,
    }))
    .filter((item) => item.files > 0);
  const work = clip(touched, maxListed);
  const inWork = touched.reduce((sum, item) => sum + item.files, 0);
  return ok({
    since,
    base: commit,
    specs,
    specs_left_out: listed.leftOut,
    work: work.shown,
    work_left_out: work.leftOut,
    other_files: files.length - specFiles.length - inWork,
  });
}

/** Requirements by name, each with the text that differs when something in it changed. */
function requirementTexts(text: string | undefined, vocabulary: Vocabulary): Map<string, string> {
  if (text === undefined) return new Map();
  const { document, requirements } = readSpec(text, vocabulary);
  return new Map(
    requirements.map(({ name, line, endLine }) => [
      name,
      document.lines
        .slice(line - 1, endLine)
        .map((each) => each.text.trimEnd())
        .join("\n")
        .trim(),
    ]),
  );
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    modified: [...after]
      .filter(([name, text]) => before.has(name) && before.get(name) !== text)
      .map(([name]) => name),
    removed: [...before.keys()].filter((name) => !after.has(name)),
  };
}

function render({ since, specs, work, specs_left_out, work_left_out, other_files }: Output): string {
  const mark = (sign: string, names: readonly string[]) =>
    names.map((name) => `    ${sign} ${printableLine(name)}`);
  const lines = [
    ...specs.flatMap(({ id, path, status, added, modified, removed }) => [
      `  ${printableLine(id ?? path)}: ${status}`,
      ...mark("+", added),
      ...mark("~", modified),
      ...mark("-", removed),
    ]),
    ...(specs_left_out > 0 ? [`  … and ${count(specs_left_out, "more spec")}`] : []),
    ...work.map(
      ({ id, title, files }) => `  ${printableLine(id)}: ${printableLine(title)} (${count(files, "file")})`,
    ),
    ...(work_left_out > 0 ? [`  … and ${count(work_left_out, "more work item")}`] : []),
  ];
  const others = `${count(other_files, "other file")} changed.`;
  return [
    `Since ${printableLine(since)}:`,
    ...(lines.length === 0 ? ["  no spec and no work changed"] : lines),
    others,
  ].join("\n");
}
