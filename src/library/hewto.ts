import { fault, faultOf } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { fail, type Result } from "../kernel/result.ts";
import { parseArguments } from "../operation/arguments.ts";
import { type Flags, type GenerateRequest, type Generator, noGrants } from "../operation/context.ts";
import type { Operation } from "../operation/operation.ts";
import { contextFor, createRuntime, type Runtime } from "../operation/runtime.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import { recover } from "../workspace/write/journal/recover.ts";
import { HewtoError } from "./error.ts";
import { type Methods, type OperationName, type OperationTypes, sectionOf } from "./operations.ts";
import { methodName, operationsOf } from "./table.ts";

export interface HewtoOptions {
  /** The folder that may be read and written; the current one unless told. */
  readonly workspace?: string;
  /** Folders outside the workspace that code may be indexed and searched in; none unless told. */
  readonly allowRoots?: readonly string[];
  /** Writes texts where an operation wants a language model; without it the local methods are used. */
  readonly generate?: (request: GenerateRequest) => Promise<string>;
  /** Flags of the toolsets, as the command line has them: `{ "skill-dir": ["skills"], "no-plugins": true }`. */
  readonly flags?: Flags;
  readonly onLog?: (level: "debug" | "info" | "warning" | "error", message: string) => void;
  /** The time that answers and files are stamped with. */
  readonly clock?: () => Date;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (step: { done: number; total?: number; message?: string }) => void;
}

/** An open workspace. Every operation is a method; `call` and `text` take its name as a value. */
export interface Hewto extends Methods {
  /** The real absolute path of the workspace. */
  readonly workspace: string;
  /** The operation by the name that its tool has. */
  call<N extends OperationName>(
    name: N,
    input: OperationTypes[N]["input"],
    options?: CallOptions,
  ): Promise<OperationTypes[N]["output"]>;
  /** The same answer as text, as a model reads it. */
  text<N extends OperationName>(
    name: N,
    input: OperationTypes[N]["input"],
    options?: CallOptions,
  ): Promise<string>;
}

/**
 * Opens a workspace. What a killed process left half written there is finished or undone first.
 *
 * @example
 * const hewto = await openHewto({ workspace: "path/to/repository" });
 * const { specs } = await hewto.listSpecs();
 */
export async function openHewto(options: HewtoOptions = {}): Promise<Hewto> {
  const workspace = orThrow(await openWorkspace(options.workspace ?? process.cwd()));
  const roots = await Promise.all((options.allowRoots ?? []).map(openWorkspace));
  await recover(workspace);
  const { onLog, generate, clock } = options;
  const runtime = createRuntime({
    workspace,
    // A library serves the folder that it was given, never one above it.
    flags: { ...options.flags, workspace: workspace.root },
    grants: { ...noGrants, roots: roots.map((root) => orThrow(root).root) },
    log: onLog ?? (() => {}),
    provider: generate && generatorOf(generate),
    ...(clock ? { clock } : {}),
  });
  return hewtoOf(runtime);
}

function hewtoOf(runtime: Runtime): Hewto {
  const call = async (name: string, input: unknown, options?: CallOptions) =>
    (await perform(runtime, name, input, options)).output;
  const text = async (name: string, input: unknown, options?: CallOptions) => {
    const done = await perform(runtime, name, input, options);
    return done.operation.text(done.output, done.input);
  };
  const methods = Object.keys(sectionOf).map((name) => [
    methodName(name),
    (input?: unknown, options?: CallOptions) => call(name, input, options),
  ]);
  // Operations check input and make output by the schemas that the types of `Methods` were generated from.
  return { ...Object.fromEntries(methods), workspace: runtime.workspace.root, call, text } as Hewto;
}

async function perform(runtime: Runtime, name: string, given: unknown, options: CallOptions = {}) {
  const operation = orThrow(await operationNamed(name));
  const input = orThrow(parseArguments(operation, withoutHoles(given)));
  const signal = options.signal ?? new AbortController().signal;
  const context = contextFor(runtime, {
    signal,
    ...(options.onProgress ? { progress: options.onProgress } : {}),
  });
  const output = orThrow(await attempt(() => operation.run(context, input), signal));
  return { operation, input, output };
}

async function operationNamed(name: string): Promise<Result<Operation>> {
  const section = new Map(Object.entries(sectionOf)).get(name);
  const found = section && (await operationsOf(section)).find((operation) => operation.name === name);
  if (found) return { ok: true, value: found };
  const hint = didYouMean(name, Object.keys(sectionOf));
  return fail(fault("unknown_operation", `There is no operation \`${name}\`.`, hint));
}

/** `{ limit: undefined }` means the same as no limit to whoever writes JavaScript. */
function withoutHoles(given: unknown): unknown {
  if (!isRecord(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function attempt<T>(work: () => Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  try {
    return await work();
  } catch (thrown) {
    if (!signal.aborted) return fail(faultOf(thrown));
    return fail(fault("cancelled", "The call was cancelled.", "Call again to start over."));
  }
}

function generatorOf(write: NonNullable<HewtoOptions["generate"]>): Generator {
  const by = "library";
  return {
    name: by,
    generate: async (request) => {
      try {
        return { ok: true, value: { text: await write(request), by } };
      } catch (thrown) {
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        return fail(fault("agent_unavailable", `No text was generated: ${reason}`, "Check `generate`."));
      }
    },
  };
}

function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new HewtoError(result.fault);
}
