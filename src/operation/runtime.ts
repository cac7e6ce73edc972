import type { Workspace } from "../workspace/paths/root.ts";
import {
  type ClientPort,
  type Context,
  type Flags,
  type Generator,
  type Grants,
  type Log,
  noGrants,
  type OnceKey,
  type Progress,
  type Provider,
} from "./context.ts";
import { samplingGenerator } from "./sampling.ts";

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
  readonly withheld: string | undefined;
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
  readonly progress?: Progress;
  readonly client?: ClientPort | undefined;
  readonly touched?: (path: string) => void;
  readonly isByPerson?: boolean;
}

export function contextFor(runtime: Runtime, call: CallScope): Context {
  const { workspace, flags, grants, clock, log, once } = runtime;
  return {
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
    hasProvider: runtime.provider !== undefined,
    generator: generatorFor(runtime.provider, call),
    withheld: call.client?.canSample ? undefined : runtime.withheld,
  };
}

/** The client's own model comes first; a configured one is ended with the call. */
function generatorFor(provider: Provider | undefined, { client, signal }: CallScope): Generator | undefined {
  if (client?.canSample) return samplingGenerator(client);
  return provider && { name: provider.name, generate: (request) => provider.generate(request, signal) };
}
