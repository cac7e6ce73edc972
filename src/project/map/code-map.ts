import * as z from "zod";
import { languageFor } from "../../code/languages/registry.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { ok } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { type Context, onceKey } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { openTrace } from "../../trace/operations/open.ts";
import { readText } from "../../workspace/files/files.ts";
import { StampCache } from "../../workspace/files/stamp-cache.ts";
import { insideWorkspace } from "../../workspace/paths/paths.ts";
import type { WalkEntry } from "../../workspace/walk/walk.ts";
import { evidenceByFile, fileEvidences } from "./evidence-by-file.ts";

const MapFile = z.object({
  path: z.string(),
  bytes: z.number().int(),
  lines: z.number().int(),
  evidence: z
    .enum(fileEvidences)
    .describe(
      "The worst of the requirements that name the file or whose tests rest on it; none: no requirement does",
    ),
  requirements: z.number().int().describe("How many do"),
});
type MapFile = z.infer<typeof MapFile>;

const Output = z.object({
  path: z.string(),
  files: z.array(MapFile).describe("The largest"),
  rest: z
    .array(z.object({ path: z.string(), files: z.number().int(), bytes: z.number().int() }))
    .describe("Smaller files, by folder"),
  total: z.object({ files: z.number().int(), bytes: z.number().int() }),
  evidence: z.partialRecord(z.enum(fileEvidences), z.number().int()).describe("Files by evidence, of all"),
});
type Output = z.infer<typeof Output>;

const lineCounts = onceKey<StampCache<number>>("lines of files");
const maxFileBytes = 1_048_576;

export const codeMap = operation({
  name: "code_map",
  title: "Code map",
  summary: "Shows files of code by size, each with the state of the requirements that it serves.",
  icon: "graph",
  effects: reading,
  served: { never: "it is the data of a drawing; an agent asks trace_impact or code_research" },
  cli: { words: "map", positionals: ["path"], examples: ["map", "map src --limit 20"] },
  input: z.object({
    path: z.string().default(".").describe("A folder of the workspace"),
    limit: z.int().min(1).max(5000).default(600).describe("Most files; smaller ones are summed up by folder"),
  }),
  output: Output,
  run: async (context, { path, limit }) => {
    const inside = await insideWorkspace(context.workspace, path);
    if (!inside.ok) return inside;
    const trace = await openTrace(context);
    if (!trace.ok) return trace;
    const folder = inside.value;
    const isBelow = (file: string) => folder === "" || folder === "." || file.startsWith(`${folder}/`);
    const entries = trace.value.scan.entries.filter(
      (entry) => isBelow(entry.path) && !entry.path.startsWith(".") && languageFor(entry.path) !== undefined,
    );
    const bySize = [...entries].sort((a, b) => b.size - a.size || byCodePoint(a.path, b.path));
    const { evidenceOf, requirementsOf } = evidenceByFile(trace.value);
    const files: MapFile[] = [];
    for (const entry of bySize.slice(0, limit)) {
      const evidence = evidenceOf(entry.path);
      const lines = await linesOf(context, entry);
      files.push({
        path: entry.path,
        bytes: entry.size,
        lines,
        evidence,
        requirements: requirementsOf(entry.path),
      });
    }
    return ok({
      path,
      files: files.sort((a, b) => byCodePoint(a.path, b.path)),
      rest: restOf(bySize.slice(limit)),
      total: { files: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) },
      evidence: tally(entries.map((entry) => evidenceOf(entry.path))),
    });
  },
  text: render,
});

/** Cached by stamp: a page asks again after every change. */
async function linesOf(context: Context, entry: WalkEntry): Promise<number> {
  if (entry.size > maxFileBytes) return 0;
  const cache = context.once(lineCounts, () => new StampCache<number>({ maxEntries: 100_000 }));
  const { ino, size, mtimeMs, ctimeMs } = entry;
  return cache.load(`${context.workspace.root}\0${entry.path}`, { ino, size, mtimeMs, ctimeMs }, async () => {
    const file = await readText(context.workspace, entry.path, { lossy: true, maxBytes: maxFileBytes });
    return file.ok ? file.value.text.replace(/\r?\n$/, "").split("\n").length : 0;
  });
}

function restOf(entries: readonly WalkEntry[]): Output["rest"] {
  const folders = new Map<string, Output["rest"][number]>();
  for (const { path, size } of entries) {
    const folder = path.split("/").slice(0, -1).join("/") || ".";
    const sum = folders.get(folder) ?? { path: folder, files: 0, bytes: 0 };
    folders.set(folder, { path: folder, files: sum.files + 1, bytes: sum.bytes + size });
  }
  return [...folders.values()].sort((a, b) => byCodePoint(a.path, b.path));
}

function tally(all: readonly MapFile["evidence"][]): Output["evidence"] {
  const sums: Output["evidence"] = {};
  for (const each of all) sums[each] = (sums[each] ?? 0) + 1;
  return sums;
}

function render({ files, rest, total, evidence }: Output): string {
  if (total.files === 0) return "No code found.";
  const bySize = [...files].sort((a, b) => b.bytes - a.bytes || byCodePoint(a.path, b.path));
  const lines = bySize.map(({ path, lines: length, evidence: state, requirements }) => {
    const served = requirements === 0 ? "" : `, ${count(requirements, "requirement")}`;
    return `${state.padEnd(9)} ${printableLine(path)}  ${count(length, "line")}${served}`;
  });
  const others = rest.reduce((sum, folder) => sum + folder.files, 0);
  if (others > 0) lines.push(`… and ${count(others, "smaller file")} in ${count(rest.length, "folder")}.`);
  const sums = Object.entries(evidence).map(([state, number]) => `${number} ${state}`);
  return [...lines, `${count(total.files, "file")}: ${sums.join(", ")}.`].join("\n");
}
