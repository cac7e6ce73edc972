import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import { isTable, type Table } from "../../workspace/config/toml.ts";
import { readText } from "../../workspace/files/files.ts";
import { branchPoint } from "../../workspace/git/queries.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import type { Edit } from "../../workspace/write/plan.ts";
import type { RequirementNode } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { partTables, type RecordFile, recordedAddresses } from "../records/model.ts";
import { renamedRecords, rewriteTags, withRewrites } from "../records/rename.ts";
import { recordPath, renderRecord } from "../records/write.ts";
import { testId } from "../tests/model.ts";
import { openTrace } from "./open.ts";

export const renameRequirement = operation({
  name: "trace_rename",
  title: "Rename requirement",
  summary: "Rewrites tags and records of a requirement that was renamed",
  icon: "change",
  effects: { ...writing, idempotent: true },
  served: { never: "which requirement became which is for a person to say" },
  cli: {
    words: "trace rename",
    positionals: ["from", "to"],
    examples: ["trace rename booking/reserve-a-seat booking/reserve-a-place --dry-run"],
  },
  input: z.object({
    from: z.string().describe("The address that tags and records still have"),
    to: z.string().describe("The address that exists now"),
    dry_run: z.boolean().default(false).describe("Show what would be written, and write nothing"),
  }),
  output: z.object({
    to: z.string(),
    tags: z.array(
      z.object({ file: z.string(), line: z.number().int(), before: z.string(), after: z.string() }),
    ),
    files: z.array(z.string()),
    written: z.boolean(),
  }),
  run: async (context, { from, to, dry_run }) => {
    const opened = await openTrace(context);
    if (!opened.ok) return opened;
    const trace = opened.value;
    const node = trace.graph.find(to);
    if (!node.ok) return node;
    if (trace.graph.resolve(from).kind !== "none") return stillThere(trace, from, node.value);
    const old = /^[a-z]+:/.test(from) ? from : `${node.value.format}:${from}`;
    const tags = [...trace.scan.files].flatMap(([file, facts]) =>
      rewriteTags(facts, trace.graph, old, node.value).map((rewrite) => ({ file, ...rewrite })),
    );
    const edits: Edit[] = [];
    for (const file of new Set(tags.map((each) => each.file))) {
      const text = await readText(context.workspace, file);
      if (!text.ok) return text;
      const content = withRewrites(
        text.value.text,
        tags.filter((each) => each.file === file),
      );
      edits.push({ kind: "write", path: file, content, expect: text.value.sha256 });
    }
    edits.push(...movedRecord(trace, old, node.value));
    const files = edits.flatMap((edit) => ("path" in edit ? [edit.path] : []));
    const done = dry_run ? ok(undefined) : await commitEdits(context, edits, "trace rename");
    return done.ok ? ok({ to: trace.graph.short(node.value), tags, files, written: !dry_run }) : done;
  },
  text: ({ to, tags, files, written }) =>
    [
      ...tags.map(
        ({ file, line, before, after }) =>
          `${printableLine(file)}:${line} ${printableLine(before)} → ${printableLine(after)}`,
      ),
      files.length === 0
        ? "No tag and no record has that address; nothing was written."
        : `${written ? "Wrote" : "Would write"} ${count(files.length, "file")}; ${printableLine(to)} has the links now.`,
    ].join("\n"),
});

function stillThere({ graph }: Trace, from: string, to: RequirementNode): Result<never> {
  const message = `\`${from}\` still exists, so its links are not moved to \`${graph.short(to)}\`.`;
  return fail(fault("invalid_argument", message, "Rename the requirement in its spec first."));
}

function movedRecord({ records }: Trace, from: string, to: RequirementNode): Edit[] {
  return renamedRecords(records, [{ from, to }]).map(({ path, file, after }): Edit => {
    if (after === undefined) return { kind: "delete", path, expect: file?.sha256 ?? "any" };
    return { kind: "write", path, content: after, expect: file?.sha256 ?? "absent" };
  });
}

export const tidyRecords = operation({
  name: "trace_tidy",
  title: "Tidy records",
  summary: "Moves misnamed records, follows moved tests, and drops records of what is gone",
  icon: "change",
  effects: { ...writing, destructive: true, idempotent: true },
  served: { never: "dropping records is for a person to decide" },
  cli: { words: "trace tidy", examples: ["trace tidy --dry-run"] },
  input: z.object({
    changed_since: z
      .string()
      .optional()
      .describe(
        "Records follow requirements that were renamed since the branch left this git revision; default: main or master, as far as there is one",
      ),
    dry_run: z.boolean().default(false).describe("Show what would be written, and write nothing"),
  }),
  output: z.object({
    done: z.array(z.object({ file: z.string(), what: z.string() })),
    written: z.boolean(),
  }),
  run: async (context, { changed_since, dry_run }) => {
    const opened = await openTrace(context, changed_since ?? (await mainBranch(context.workspace)));
    if (!opened.ok) return opened;
    const steps = [...opened.value.records.files.values()].flatMap((file) => tidyStep(opened.value, file));
    const edits = steps.flatMap((step) => step.edits);
    const done = dry_run ? ok(undefined) : await commitEdits(context, edits, "trace tidy");
    if (!done.ok) return done;
    return ok({ done: steps.map(({ file, what }) => ({ file, what })), written: !dry_run });
  },
  text: ({ done, written }) =>
    done.length === 0
      ? "Nothing to tidy."
      : [
          ...done.map(({ file, what }) => `${printableLine(file)}: ${printableLine(what)}`),
          written ? "Done." : "Nothing was written.",
        ].join("\n"),
});

/** What a branch usually began from. Undefined without git, or where nothing has one of the usual names. */
async function mainBranch(workspace: Workspace): Promise<string | undefined> {
  for (const name of ["origin/HEAD", "origin/main", "origin/master", "main", "master"])
    if ((await branchPoint(workspace, name)).ok) return name;
  return undefined;
}

interface TidyStep {
  readonly file: string;
  readonly what: string;
  readonly edits: readonly Edit[];
}

function tidyStep(trace: Trace, file: RecordFile): TidyStep[] {
  const { path, sha256, address } = file;
  const meant = trace.graph.resolve(address);
  const renamed = trace.base?.nodes.renamed.find(({ from }) => from.address === address);
  if (meant.kind === "none" && renamed !== undefined) {
    const edits = movedRecord(trace, address, renamed.to);
    const now = trace.graph.short(renamed.to);
    if (edits.length > 0) return [{ file: path, what: `moved, ${address} is ${now} now`, edits }];
  }
  if (meant.kind === "none")
    return [
      { file: path, what: `dropped, ${address} is gone`, edits: [{ kind: "delete", path, expect: sha256 }] },
    ];
  const moved = withMovedTests(trace, file.table);
  const gone = recordedAddresses(file).filter((each) => trace.retired.includes(each));
  const table = withoutParts(moved.table, gone);
  const healed = [...moved.healed, ...gone.map((each) => `dropped ${each}, which is gone`)];
  const right = recordPath(trace.records.folder, address);
  const content = renderRecord(table);
  if (right !== path) {
    const edits: Edit[] = [
      { kind: "write", path: right, content, expect: "absent" },
      { kind: "delete", path, expect: sha256 },
    ];
    return [{ file: path, what: `moved to ${right}`, edits }];
  }
  if (healed.length === 0) return [];
  return [{ file: path, what: healed.join("; "), edits: [{ kind: "write", path, content, expect: sha256 }] }];
}

function withoutParts(table: Table, addresses: readonly string[]): Table {
  const gone = addresses.map((address) => address.slice(address.indexOf("#") + 1));
  const parts = partTables.flatMap((name) =>
    isTable(table[name])
      ? [[name, Object.fromEntries(Object.entries(table[name]).filter(([part]) => !gone.includes(part)))]]
      : [],
  );
  return { ...table, ...Object.fromEntries(parts) };
}

/** Records name tests by file and title. A test with the same titles in one other file has moved there. */
function withMovedTests({ scan }: Trace, table: Table): { table: Table; healed: string[] } {
  const tests = [...scan.files.values()].flatMap((facts) => facts.tests);
  const ids = new Set(tests.map(testId));
  const healed: string[] = [];
  const heal = (id: unknown) => {
    if (typeof id !== "string" || ids.has(id)) return id;
    const titles = id.slice(id.indexOf("#") + 1);
    const same = tests.filter((test) => test.titles.join(" > ") === titles);
    const [only] = same;
    if (only === undefined || same.length > 1) return id;
    healed.push(`${id} is now ${testId(only)}`);
    return testId(only);
  };
  const walk = (value: Table): Table =>
    Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        if (key === "tests" && Array.isArray(each)) return [key, each.map(heal)];
        return [key, isTable(each) ? walk(each) : each];
      }),
    );
  return { table: walk(table), healed };
}

async function commitEdits(context: Context, edits: readonly Edit[], tool: string): Promise<Result<unknown>> {
  if (edits.length === 0) return ok(undefined);
  const committed = await commit(context.workspace, { label: tool, edits }, { signal: context.signal, tool });
  if (committed.ok) for (const edit of edits) if ("path" in edit) context.touched(edit.path);
  return committed;
}
