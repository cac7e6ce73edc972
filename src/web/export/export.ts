import { basename, join } from "node:path";
import type { Fault, Suggestion } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { parseArguments } from "../../operation/arguments.ts";
import { invoke } from "../../operation/invoke.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { terminalSurface } from "../../operation/surface.ts";
import { writeExportFolder } from "../../workspace/files/export-folder.ts";
import { listPackagedFiles, readPackagedFile } from "../../workspace/files/packaged-file.ts";
import { operationForPage, writeRefusal } from "../lookup.ts";
import type { ExportIndex } from "../protocol.ts";
import { callsFrom, type ExportedCall, firstCalls } from "./calls.ts";
import { reduced } from "./reduce.ts";

export interface ExportOptions {
  readonly runtime: Runtime;
  /** The folder of the built page. */
  readonly assets: string;
  readonly recommend: (suggestion: Suggestion) => Promise<string>;
  readonly wordFault: (fault: Fault) => Promise<Fault>;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

export interface Exported {
  readonly folder: string;
  readonly answers: number;
  readonly bytes: number;
  /** Answers beyond the limits, which the page then says it lacks. */
  readonly left_out: number;
}

const maxAnswers = 20_000;
const maxBytes = 256 * 1024 * 1024;

/** Writes the page with the answers of reading operations as files, so that it works without a server. */
export async function exportPage(folder: string, options: ExportOptions): Promise<Result<Exported>> {
  const collected = await collect(options);
  if (!collected.ok) return collected;
  const { answers, defaults, leftOut } = collected.value;
  const files = new Map<string, string | Uint8Array>();
  for (const name of listPackagedFiles(options.assets)) {
    const bytes = readPackagedFile(join(options.assets, name));
    if (bytes) files.set(name, bytes);
  }
  const { root } = options.runtime.workspace;
  const index: ExportIndex = {
    session: { version, workspace: basename(root), root: basename(root), mayWrite: false, isExport: true },
    made: options.runtime.clock().toISOString(),
    defaults,
    answers: answers.map(({ name, input }) => ({ name, input })),
  };
  files.set("data/index.js", script("index", JSON.stringify(index)));
  answers.forEach(({ json }, number) => {
    files.set(`data/${number}.js`, script(String(number), json));
  });
  const written = await writeExportFolder(folder, files);
  if (!written.ok) return written;
  const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
  return ok({ folder: written.value.folder, answers: answers.length, bytes, left_out: leftOut });
}

/** A classic script, because a page that was opened from a folder can load nothing else. */
function script(key: string, json: string): string {
  return `hewtoAnswer(${JSON.stringify(key)}, ${json});\n`;
}

interface StoredAnswer extends ExportedCall {
  readonly json: string;
}

interface Collected {
  readonly answers: readonly StoredAnswer[];
  readonly defaults: ExportIndex["defaults"];
  readonly leftOut: number;
}

async function collect(options: ExportOptions): Promise<Result<Collected>> {
  const answers: StoredAnswer[] = [];
  const defaults: Record<string, Record<string, unknown>> = {};
  const queue: ExportedCall[] = [...firstCalls];
  let leftOut = 0;
  let bytes = 0;
  const asked = new Set<string>();
  for (let at = 0; at < queue.length; at++) {
    const call = queue[at];
    if (call === undefined) break;
    const key = JSON.stringify(call);
    if (asked.has(key)) continue;
    asked.add(key);
    options.progress(at, queue.length);
    const answered = await answerTo(call, options);
    if (!answered.ok) return answered;
    const { input, result } = answered.value;
    if (options.signal.aborted && !result.ok) return result;
    defaults[call.name] = { ...defaults[call.name], ...defaultsIn(input, call.input) };
    const whole = result.ok ? JSON.stringify({ answer: result.value }) : failedAnswer(result.fault);
    const json = withoutRoot(whole, options.runtime.workspace.root);
    if (answers.length >= maxAnswers || bytes + json.length > maxBytes) {
      leftOut++;
      continue;
    }
    bytes += json.length;
    answers.push({ name: call.name, input, json });
    if (result.ok) queue.push(...callsFrom(call, result.value));
  }
  return ok({ answers, defaults, leftOut });
}

/** The path of a folder says nothing to those who get the export, and may say too much. */
function withoutRoot(json: string, root: string): string {
  return json.replaceAll(JSON.stringify(root).slice(1, -1), basename(root));
}

/** A view shows the fault: a project without git has no branch to compare with, for one. */
function failedAnswer({ code, message, remedy }: Fault): string {
  return JSON.stringify({ fault: { code, message, remedy, retryable: false } });
}

interface Answered {
  /** As the operation takes it, with its defaults. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: Result<unknown>;
}

async function answerTo(
  { name, input }: ExportedCall,
  { runtime, signal, recommend, wordFault }: ExportOptions,
): Promise<Result<Answered>> {
  const operation = await operationForPage(name);
  if (!operation.ok) return operation;
  const refused = writeRefusal(operation.value, input);
  if (refused) return fail(refused);
  const parsed = parseArguments(operation.value, input);
  if (!parsed.ok) return parsed;
  const surface = terminalSurface(() => operation.value);
  const result = await invoke(runtime, operation.value, input, { signal, surface, recommend });
  return ok({
    input: parsed.value,
    result: result.ok
      ? ok(reduced(name, result.value.output, runtime.workspace.root))
      : fail(await wordFault(result.fault)),
  });
}

/** What the schema filled in. */
function defaultsIn(parsed: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(parsed).filter(([name, value]) => given[name] === undefined && value !== undefined),
  );
}
