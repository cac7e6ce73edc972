import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";

/** A path below the folder that it belongs to: of a change, or of the templates. */
const RelativePath = z
  .string()
  .min(1)
  .refine(
    (path) =>
      !/^(?:[\\/]|[a-z]:)/i.test(path) && !path.includes("\0") && !path.split(/[\\/]+/).includes(".."),
    "must be a path inside its folder",
  );

const Artifact = z.object({
  id: z.string().min(1),
  /** A file of the change, or a glob. */
  generates: RelativePath,
  description: z.string(),
  template: RelativePath,
  instruction: z.string().optional(),
  requires: z.array(z.string()).default([]),
});
export type Artifact = z.infer<typeof Artifact>;

/** A workflow of OpenSpec: the documents of a change, in the order that their dependencies give. */
const WorkflowSchema = z.object({
  name: z.string().min(1),
  version: z.number().int().positive(),
  description: z.string().optional(),
  artifacts: z.array(Artifact).min(1).max(1000),
  apply: z
    .object({
      requires: z.array(z.string()).min(1),
      /** The file or glob whose boxes are the tasks. */
      tracks: RelativePath.nullish(),
      instruction: z.string().optional(),
    })
    .optional(),
});
export type WorkflowSchema = z.infer<typeof WorkflowSchema>;

const maxIssues = 5;

/** Reads a `schema.yaml`; `path` is for messages. */
export async function parseSchema(text: string, path: string): Promise<Result<WorkflowSchema>> {
  const { readYamlMapping } = await import("../../markdown/yaml/yaml-read.ts");
  const reading = readYamlMapping(text.replace(/^\uFEFF/, ""));
  if (!reading.ok) return invalid(path, `line ${reading.problems[0].line}: ${reading.problems[0].message}`);
  const parsed = WorkflowSchema.safeParse(reading.mapping.data);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `\`${issue.path.join(".")}\`: ${issue.message}`);
    return invalid(path, clip(issues, maxIssues).shown.join("; "));
  }
  const problem = contradictionIn(parsed.data);
  return problem === undefined ? ok(parsed.data) : invalid(path, problem);
}

function contradictionIn({ artifacts, apply }: WorkflowSchema): string | undefined {
  const ids = artifacts.map(({ id }) => id);
  const known = new Set(ids);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) return `two artifacts have the id \`${repeated}\``;
  for (const { id, requires } of artifacts) {
    const unknown = requires.find((each) => !known.has(each));
    if (unknown !== undefined) return `\`${id}\` requires \`${unknown}\`, which is not an artifact`;
  }
  const unknown = apply?.requires.find((each) => !known.has(each));
  if (unknown !== undefined) return `\`apply\` requires \`${unknown}\`, which is not an artifact`;
  const ordered = new Set(buildOrder(artifacts).map(({ id }) => id));
  const circular = ids.find((id) => !ordered.has(id));
  return circular === undefined ? undefined : `\`${circular}\` depends on itself through what it requires`;
}

/** Dependencies first, otherwise as the schema lists them. Artifacts of a cycle are left out. */
export function buildOrder(artifacts: readonly Artifact[]): Artifact[] {
  const ordered: Artifact[] = [];
  const done = new Set<string>();
  for (;;) {
    const next = artifacts.find(
      ({ id, requires }) => !done.has(id) && requires.every((each) => done.has(each)),
    );
    if (next === undefined) return ordered;
    done.add(next.id);
    ordered.push(next);
  }
}

function invalid(path: string, why: string): Result<never> {
  const message = `The schema \`${path}\` cannot be used: ${why}.`;
  return fail(fault("schema_invalid", message, "Fix the file and try again.", { path }));
}
