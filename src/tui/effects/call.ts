import type * as z from "zod";
import { findOperation } from "../../catalog.ts";
import type { Fault, Suggestion } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { invoke } from "../../operation/invoke.ts";
import type { Operation } from "../../operation/operation.ts";
import type { Answer, Runtime } from "../../operation/runtime.ts";
import { terminalSurface, worded } from "../../operation/surface.ts";
import type { ActionName } from "../keys/bindings.ts";
import type { Keymap } from "../keys/keymap.ts";

/** Calls an operation for the user and returns its output. */
export async function call<In extends z.ZodObject, Out extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<string, In, Out>,
  input: z.input<In>,
): Promise<Result<z.output<Out>>> {
  const answer = await answerOf(runtime, operation, input);
  return answer.ok ? ok(answer.value.output) : answer;
}

/** Calls an operation and returns its answer as text, for answers that only the user reads. */
export async function callForText<In extends z.ZodObject, Out extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<string, In, Out>,
  args: z.input<In>,
): Promise<Result<string>> {
  const answer = await answerOf(runtime, operation, args);
  if (!answer.ok) return answer;
  const { input, output } = answer.value;
  return ok(
    operation.text(
      output,
      input,
      terminalSurface(() => undefined),
    ),
  );
}

/** A next step as a command to run, for findings. */
async function commandFor(suggestion: Suggestion): Promise<string> {
  const operation = "operation" in suggestion ? await findOperation(suggestion.operation) : undefined;
  return terminalSurface(() => operation).recommend(suggestion);
}

/** Operations that have a key in the app. */
const actions: Readonly<Record<string, ActionName>> = { worktree_remove: "force-delete" };

/** The fault with its suggestion as a key of the app, or as a command to run. */
export async function wordFault(fault: Fault, keymap: Keymap): Promise<Fault> {
  const { suggest } = fault;
  if (!suggest || !("operation" in suggest))
    return worded(
      fault,
      terminalSurface(() => undefined),
    );
  const action = actions[suggest.operation];
  const key = action && keymap.label(action);
  if (key) return { ...fault, remedy: `${fault.remedy} Press ${key} to ${suggest.to}.`.trim() };
  const operation = await findOperation(suggest.operation);
  return worded(
    fault,
    terminalSurface(() => operation),
  );
}

function answerOf<In extends z.ZodObject, Out extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<string, In, Out>,
  input: z.input<In>,
): Promise<Result<Answer<In, Out>>> {
  const { signal } = new AbortController();
  return invoke(runtime, operation, input, { signal, isByPerson: true, recommend: commandFor });
}
