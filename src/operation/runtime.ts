import type * as z from "zod";
import type { Fault, Suggestion } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { ok, type Result } from "../kernel/result.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { parseArguments } from "./arguments.ts";
import {
  type Choose,
  type ClientPort,
  type Context,
  type Generator,
  type Grants,
  type Log,
  noGrants,
  type OnceKey,
  type Progress,
  type Provider,
} from "./context.ts";
import type { Flags } from "./flags.ts";
import type { AnyOperation, Operation } from "./operation.ts";
import { samplingGenerator } from "./sampling.ts";
import { isSuggesting, type SuggestingFinding, type Surface, worded, wordedFinding } from "./surface.ts";

/** What lives as long as the process; each call gets a `Context` from it. */
export interface Runtime {
  readonly workspace: Workspace;
  readonly flags: Flags;
  readonly grants: Grants;
  readonly clock: () => Date;
  readonly log: Log;
  /** The configured language model, used when the client has none to offer. */
  readonly provider: Provider | undefined;
  /** Why there is no provider though one is configured. */
  readonly withheld: Fault | undefined;
  readonly once: Context["once"];
}

export type RuntimeOptions = Omit<Runtime, "once" | "provider" | "withheld" | "flags" | "grants" | "clock"> &
  Partial<Pick<Runtime, "provider" | "withheld" | "flags" | "grants" | "clock">>;

export function createRuntime(options: RuntimeOptions): Runtime {
  const values = new Map<string, unknown>();
  const once = <T>(key: OnceKey<T>, make: () => T): T => {
    if (!values.has(key.name)) values.set(key.name, make());
    return values.get(key.name) as T; // put there by `make` under the same key
  };
  return {
    flags: {},
    grants: noGrants,
    clock: () => new Date(),
    provider: undefined,
    withheld: undefined,
    ...options,
    once,
  };
}

/** What differs from call to call. */
export interface CallScope {
  readonly signal: AbortSignal;
  readonly progress?: Progress | undefined;
  readonly client?: ClientPort | undefined;
  readonly isByPerson?: boolean;
  readonly choose?: Choose | undefined;
  /** How the caller names arguments and operations, for faults; as in the schema by default. */
  readonly surface?: Surface | undefined;
  /** Words a next step for the reader, also of operations that are not loaded yet; by `surface` if absent. */
  readonly recommend?: Context["recommend"] | undefined;
  /** Notified when the call starts and ends: the audit. */
  readonly observer?: CallObserver | undefined;
  /** Whether a thrown value belongs to the protocol around the call and is not a bug. */
  readonly passes?: ((thrown: unknown) => boolean) | undefined;
}

/** A call that is running, or has ended. */
export interface ObservedCall {
  readonly operation: AnyOperation;
  /** Artifacts and files named by the call so far. */
  readonly touched: ReadonlySet<string>;
  /** Lock files that its work holds at this moment. */
  readonly locks: ReadonlySet<string>;
}

export interface CallObserver {
  readonly started: (call: ObservedCall) => void;
  /** `outcome` is `ok`, `cancelled`, `input_required` or the code of a fault. */
  readonly ended: (call: ObservedCall, outcome: string) => void;
}

/** What a call gave: the arguments as the operation understood them, and its answer. */
export interface Answer<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> {
  readonly input: z.output<In>;
  readonly output: z.output<Out>;
}

export function contextFor(
  runtime: Runtime,
  call: CallScope & { readonly touched?: (path: string) => void },
): Context {
  const { workspace, flags, grants, clock, log, once } = runtime;
  const { surface } = call;
  const wordFault = (fault: Fault) => (surface === undefined ? fault : worded(fault, surface));
  const recommend =
    call.recommend ?? (async (suggestion: Suggestion) => surface?.recommend(suggestion) ?? "");
  const withheld = call.client?.canSample ? undefined : runtime.withheld;
  const context: Context = {
    workspace,
    flags,
    grants,
    clock,
    log,
    once,
    signal: call.signal,
    progress: call.progress ?? (() => {}),
    client: call.client,
    touched: call.touched ?? (() => {}),
    isByPerson: call.isByPerson === true,
    choose: call.choose,
    hasProvider: runtime.provider !== undefined,
    generator: generatorFor(runtime.provider, call),
    withheld: withheld && wordFault(withheld),
    wordFault,
    recommend,
    call: (operation, input) => callWithin(context, operation, input),
  };
  return context;
}

async function callWithin<In extends z.ZodObject, Out extends z.ZodType>(
  context: Context,
  operation: Operation<string, In, Out>,
  given: z.input<In>,
): Promise<Result<z.output<Out>>> {
  const input = parseArguments(operation, given);
  if (!input.ok) return input;
  const answer = await perform(operation, context, input.value);
  return answer.ok ? ok(answer.value.output) : answer;
}

/** Runs an operation on arguments that were checked. */
export async function perform<In extends z.ZodObject, Out extends z.ZodType>(
  operation: Operation<string, In, Out>,
  context: Context,
  input: z.output<In>,
): Promise<Result<Answer<In, Out>>> {
  const result = await operation.run(context, input);
  if (!result.ok) {
    await finish(result.fault.details, context.recommend);
    return result;
  }
  await finish(result.value, context.recommend);
  return ok({ input, output: result.value });
}

/**
 * Optional fields of an answer may be undefined, and nobody who reads it sees them; what a finding suggests becomes
 * the last sentence of its `fix`, in the words of the reader.
 */
async function finish(value: unknown, recommend: Context["recommend"]): Promise<void> {
  const suggesting: (() => Promise<void>)[] = [];
  dropUndefined(value, (list, index, finding) =>
    suggesting.push(async () => {
      list[index] = wordedFinding(finding, await recommend(finding.suggest));
    }),
  );
  for (const word of suggesting) await word();
}

function dropUndefined(
  value: unknown,
  onFinding: (list: unknown[], index: number, finding: SuggestingFinding) => void,
): void {
  if (Object.isFrozen(value)) return;
  if (Array.isArray(value))
    for (const [index, each] of value.entries()) {
      dropUndefined(each, onFinding);
      if (isSuggesting(each)) onFinding(value, index, each);
    }
  else if (isRecord(value))
    for (const [key, each] of Object.entries(value)) {
      if (each === undefined) delete value[key];
      else dropUndefined(each, onFinding);
    }
}

/** The client's own model comes first; a configured one is ended with the call. */
function generatorFor(provider: Provider | undefined, { client, signal }: CallScope): Generator | undefined {
  if (client?.canSample) return samplingGenerator(client);
  return provider && { name: provider.name, generate: (request) => provider.generate(request, signal) };
}
