import type * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { fail, type Result } from "../kernel/result.ts";
import { type Generator, noGrants } from "../operation/context.ts";
import { invoke } from "../operation/invoke.ts";
import type { Operation } from "../operation/operation.ts";
import { createRuntime, type Runtime } from "../operation/runtime.ts";
import { agentSurface, worded } from "../operation/surface.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import { recover } from "../workspace/write/journal/recover.ts";
import type { Answered, Calls } from "./answer.ts";
import type { CallOptions, Hewto, HewtoOptions } from "./api.ts";
import { callsOf, methodsOf } from "./calls.ts";
import { HewtoError } from "./error.ts";
import type { OperationName } from "./operations.ts";

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
  const calls = callsOf((operation, input, options) => answer(runtime, operation, input, options));
  return {
    ...methodsOf(calls),
    workspace: runtime.workspace.root,
    call: async (name, input, options) => (await callOf(calls, name)(input, options)).output,
    text: async (name, input, options) => (await callOf(calls, name)(input, options)).text(),
  };
}

/** The names that JavaScript callers pass are not checked by the compiler. */
function callOf<N extends OperationName>(calls: Calls, name: N): Calls[N] {
  if (Object.hasOwn(calls, name)) return calls[name];
  const hint = didYouMean(name, Object.keys(calls));
  throw new HewtoError(fault("unknown_operation", `There is no operation \`${name}\`.`, hint));
}

async function answer<In extends z.ZodObject, Out extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<string, In, Out>,
  given: unknown,
  { signal = new AbortController().signal, onProgress }: CallOptions = {},
): Promise<Answered<z.output<Out>>> {
  const result = await invoke(runtime, operation, withoutHoles(given), {
    signal,
    progress: onProgress,
    surface,
  });
  const { input, output } = orThrow(result);
  return { output, text: () => operation.text(output, input, surface) };
}

/** A program calls operations by name, whether a host would list them or not. */
const surface = agentSurface(
  () => undefined,
  () => undefined,
);

/** In JavaScript `{ limit: undefined }` means the same as no limit. */
function withoutHoles(given: unknown): unknown {
  if (!isRecord(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
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
  throw new HewtoError(worded(result.fault, surface), result.cause);
}
