import type * as z from "zod";
import { fault, faultOf } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Progress } from "../../operation/context.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { contextFor, type Runtime } from "../../operation/runtime.ts";
import { terminalSurface } from "../../operation/surface.ts";

/** Runs an operation of the table and reads from its answer what the app shows: the contract that tools have. */
export async function ask<S extends z.ZodType>(
  runtime: Runtime,
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  shape: S,
  progress?: Progress,
): Promise<Result<z.infer<S>>> {
  const { signal } = new AbortController();
  try {
    const context = contextFor(runtime, { signal, ...(progress ? { progress } : {}) });
    const given = operation.input.safeParse(input);
    if (!given.success) return fail(fault("invalid_argument", given.error.message, ""));
    const answer = await operation.run(context, given.data);
    if (!answer.ok) return answer;
    return ok(shape.parse(answer.value));
  } catch (thrown) {
    return fail(faultOf(thrown));
  }
}

/** The answer as text, for operations whose answer is read by the person and not by the app. */
export async function askText(
  runtime: Runtime,
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): Promise<Result<string>> {
  const { signal } = new AbortController();
  try {
    const given = operation.input.safeParse(input);
    if (!given.success) return fail(fault("invalid_argument", given.error.message, ""));
    const answer = await operation.run(contextFor(runtime, { signal }), given.data);
    return answer.ok
      ? ok(
          operation.text(
            answer.value,
            given.data,
            terminalSurface(() => undefined),
          ),
        )
      : answer;
  } catch (thrown) {
    return fail(faultOf(thrown));
  }
}
