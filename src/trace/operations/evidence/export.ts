import * as z from "zod";
import { fault } from "../../../kernel/fault.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { count } from "../../../kernel/text.ts";
import type { Context } from "../../../operation/context.ts";
import { operation, writing } from "../../../operation/operation.ts";
import { readText } from "../../../workspace/files/files.ts";
import { insideWorkspace, type WorkspacePath } from "../../../workspace/paths/paths.ts";
import { commit } from "../../../workspace/write/commit.ts";
import { limits } from "../../evidence/read/limits.ts";
import { exportText, isExport } from "../../evidence/store/export.ts";
import { readSegments } from "../../evidence/store/store.ts";

const Output = z.object({ file: z.string(), runs: z.number().int(), tests: z.number().int() });

export const exportEvidence = operation({
  name: "export_evidence",
  title: "Export evidence",
  summary: "Writes the evidence into one file, for another machine",
  icon: "artifact",
  effects: writing,
  served: { never: "a step of a CI moves evidence between machines" },
  cli: { words: "evidence export", positionals: ["file"], examples: ["evidence export main.evidence.json"] },
  input: z.object({ file: z.string().describe("Where to write it, for example main.evidence.json") }),
  output: Output,
  run,
  text: ({ file, runs, tests }) => `Wrote ${count(runs, "run")} with ${count(tests, "result")} to ${file}.\n`,
});

async function run(context: Context, input: { file: string }): Promise<Result<z.infer<typeof Output>>> {
  const { workspace } = context;
  const path = await insideWorkspace(workspace, input.file);
  if (!path.ok) return path;
  const segments = readSegments(workspace);
  if (segments.length === 0) return noEvidence();
  const expect = await expectedAt(context, path.value);
  if (!expect.ok) return expect;
  const content = exportText(segments);
  const edit = { kind: "write", path: path.value, content, expect: expect.value } as const;
  const written = await commit(workspace, { label: `export evidence to ${path.value}`, edits: [edit] });
  if (!written.ok) return written;
  context.touched(path.value);
  const tests = segments.reduce((sum, segment) => sum + segment.tests.length, 0);
  return ok({ file: path.value, runs: segments.length, tests });
}

/** Only an earlier export is replaced. */
async function expectedAt({ workspace }: Context, path: WorkspacePath): Promise<Result<string>> {
  const file = await readText(workspace, path, { maxBytes: limits.fileBytes });
  if (!file.ok) return file.fault.code === "path_not_found" ? ok("absent") : file;
  if (isExport(file.value.text.slice(0, 200))) return ok(file.value.sha256);
  const message = `\`${path}\` is not exported evidence, so it is not replaced.`;
  return fail(fault("evidence_refused", message, "Name another file.", { path }));
}

export function noEvidence(): Result<never> {
  const suggest = { operation: "add_evidence", to: "add the report of a test run" };
  return fail(fault("evidence_missing", "There is no evidence.", "", { suggest }));
}
