import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import { isRecord } from "../kernel/json.ts";
import type { ClientAnswer, ClientPort, ClientRequest } from "../operations/context.ts";

export type ClientCapabilities = Readonly<Record<string, unknown>> | undefined;

/** Raised inside a 2026-07-28 call that needs the client; the host turns it into `input_required`. */
export class InputNeeded extends Error {
  readonly requests: Readonly<Record<string, ClientRequest>>;
  /** Answers of earlier rounds, carried through the client in the signed request state. */
  readonly earlier: Readonly<Record<string, ClientAnswer>>;

  constructor(
    requests: Readonly<Record<string, ClientRequest>>,
    earlier: Readonly<Record<string, ClientAnswer>>,
  ) {
    super("input needed from the client");
    this.requests = requests;
    this.earlier = earlier;
  }
}

/** Protocol 2025-11-25 and older: the server asks over the open connection. */
export function connectedClient(ctx: ServerContext, capabilities: ClientCapabilities): ClientPort {
  return {
    ...abilities(capabilities),
    ask: (requests) => mapValues(requests, (request) => sendTo(ctx, request)),
    log: (level, data) => ctx.mcpReq.log(level, data),
    endStream: ctx.http?.closeSSE,
  };
}

/** Protocol 2026-07-28: answers come with the retried request, or the call ends asking for them. */
export function replayedClient(ctx: ServerContext): ClientPort {
  const envelope = new Map(Object.entries(ctx.mcpReq.envelope ?? {})).get(CLIENT_CAPABILITIES_META_KEY);
  const state = ctx.mcpReq.requestState();
  const earlier = isRecord(state) && isRecord(state.answers) ? state.answers : {};
  const known: Record<string, unknown> = { ...earlier, ...ctx.mcpReq.inputResponses };
  return {
    ...abilities(isRecord(envelope) ? envelope : undefined),
    ask: async (requests) => {
      const missing = Object.keys(requests).some((key) => !isRecord(known[key]));
      if (missing) throw new InputNeeded(requests, records(known));
      return mapValues(requests, async (_request, key) => records(known)[key] ?? {});
    },
    log: (level, data) => ctx.mcpReq.log(level, data),
    endStream: undefined,
  };
}

function abilities(capabilities: ClientCapabilities) {
  return {
    canSample: capabilities?.sampling !== undefined,
    canElicit: capabilities?.elicitation !== undefined,
    canListRoots: capabilities?.roots !== undefined,
  };
}

async function sendTo(ctx: ServerContext, request: ClientRequest): Promise<ClientAnswer> {
  // A person may think for minutes; the call itself is bounded by its own signal.
  const options = { timeout: 600_000, resetTimeoutOnProgress: true, signal: ctx.mcpReq.signal };
  return ctx.mcpReq.send({ method: request.method, params: request.params ?? {} }, options);
}

async function mapValues<K extends string, A, B>(
  record: Readonly<Record<K, A>>,
  each: (value: A, key: K) => Promise<B>,
): Promise<Record<K, B>> {
  const keys = Object.keys(record) as K[]; // own keys of a record keyed by K
  const values = await Promise.all(keys.map(async (key) => [key, await each(record[key], key)] as const));
  return Object.fromEntries(values) as Record<K, B>;
}

function records(values: Readonly<Record<string, unknown>>): Record<string, ClientAnswer> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, ClientAnswer] => isRecord(entry[1])),
  );
}
