import type * as z from "zod";
import { fault, faultOf } from "../kernel/fault.ts";
import { fail, type Result } from "../kernel/result.ts";
import { trackLocks } from "../workspace/write/locks/tracking.ts";
import { parseArguments } from "./arguments.ts";
import type { Operation } from "./operation.ts";
import { type Answer, type CallScope, contextFor, perform, type Runtime } from "./runtime.ts";

/**
 * The one way to run an operation, for every surface: checks the arguments, finishes what a killed process left
 * half done, runs, turns a bug into a fault that keeps its stack, and reports the call to its observer.
 *
 * @example const specs = await invoke(runtime, listSpecs, {}, { signal });
 */
export async function invoke<In extends z.ZodObject, Out extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<string, In, Out>,
  args: unknown,
  scope: CallScope,
): Promise<Result<Answer<In, Out>>> {
  const { observer } = scope;
  const call = { operation, touched: new Set<string>(), locks: new Set<string>() };
  observer?.started(call);
  let outcome = "internal_error";
  try {
    const result = await trackLocks(call.locks, () =>
      guarded(
        async () => {
          const input = parseArguments(operation, args, scope.surface);
          if (!input.ok) return input;
          await settleUnfinished(runtime);
          const touched = (path: string) => void call.touched.add(path);
          return perform(operation, contextFor(runtime, { ...scope, touched }), input.value);
        },
        runtime,
        scope,
      ),
    );
    outcome = result.ok ? "ok" : result.fault.code;
    return result;
  } catch (thrown) {
    if (scope.passes?.(thrown)) outcome = "input_required";
    throw thrown;
  } finally {
    observer?.ended(call, scope.signal.aborted ? "cancelled" : outcome);
  }
}

/** An archive or another plan that was killed in the middle is finished or undone before anyone reads files. */
async function settleUnfinished({ workspace, log }: Runtime): Promise<void> {
  const { recover, setAsideNote } = await import("../workspace/write/journal/recover.ts");
  const { setAside } = await recover(workspace);
  for (const path of setAside) log("warning", setAsideNote(path));
}

/** A bug becomes a fault, and the process lives on; `HEWTO_DEBUG=1` prints where it happened. */
export async function guarded<T>(
  work: () => Promise<Result<T>>,
  { log }: Pick<Runtime, "log">,
  { signal, passes }: Pick<CallScope, "signal" | "passes">,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (thrown) {
    if (passes?.(thrown)) throw thrown;
    if (signal.aborted)
      return fail(
        fault("cancelled", "The request was cancelled.", "Try again to start over.", { retryable: true }),
      );
    const trace = debugTrace(thrown);
    if (trace !== undefined) log("error", trace);
    const { recordBug } = await import("../workspace/state/bug-log.ts");
    recordBug(thrown);
    return fail(faultOf(thrown), thrown);
  }
}

/** The stack of a bug and of what caused it, where the person asked for it with `HEWTO_DEBUG=1`. */
export function debugTrace(thrown: unknown, env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (!env["HEWTO_DEBUG"] || env["HEWTO_DEBUG"] === "0" || !(thrown instanceof Error)) return undefined;
  const cause =
    thrown.cause === undefined ? "" : `\nCaused by: ${debugTrace(thrown.cause, env) ?? thrown.cause}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}
