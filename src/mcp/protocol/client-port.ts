import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { ClientAnswer, ClientPort, ClientRequest } from "../../operation/context.ts";
import type { Channel } from "./channel.ts";
import { isLogged } from "./logging.ts";
import { wire } from "./sdk.ts";
import type { Session } from "./session.ts";

type ClientCapabilities = Readonly<Record<string, unknown>> | undefined;

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
export function connectedClient(
  server: Server,
  session: Session,
  channel: Channel,
  signal: AbortSignal,
): ClientPort {
  const known = server.getClientCapabilities();
  const capabilities = isRecord(known) ? known : undefined;
  return {
    ...abilities(capabilities),
    ask: (requests) => askAll(requests, capabilities, (request) => channel.send(request, signal)),
    log: async (level, data) => {
      if (!isLogged(session, level)) return;
      await channel.notify({ method: "notifications/message", params: { level, data } });
    },
    endStream: channel.endStream,
  };
}

/** A call that may become a task. */
export interface Detachable {
  /** Whether it has become one: its request is answered then. */
  readonly isAnnounced: () => boolean;
  /** Puts questions on the task; undefined while the client has not heard of the task. */
  readonly question: (
    requests: Readonly<Record<string, ClientRequest>>,
  ) => Promise<Record<string, ClientAnswer>> | undefined;
}

/**
 * Protocol 2026-07-28: answers come with the retried request, or the call ends asking for them. Inside a task they
 * come by `tasks/update`. `state` is the verified request state.
 */
export function replayedClient(ctx: ServerContext, state: unknown, detachable?: Detachable): ClientPort {
  const envelope = new Map(Object.entries(ctx.mcpReq.envelope ?? {})).get(CLIENT_CAPABILITIES_META_KEY);
  const capabilities = isRecord(envelope) ? envelope : undefined;
  const earlier = isRecord(state) && isRecord(state.answers) ? state.answers : {};
  const known = recordsIn({ ...earlier, ...ctx.mcpReq.inputResponses });
  return {
    ...abilities(capabilities),
    ask: async (requests) => {
      const open = Object.entries<ClientRequest>(requests).filter(([key]) => !Object.hasOwn(known, key));
      if (open.length === 0) return ok(wire({ ...known }));
      assertDeclared(open, capabilities);
      const answers = detachable?.question(Object.fromEntries(open));
      if (!answers) throw new InputNeeded(requests, known);
      return ok(wire({ ...known, ...(await answers) }));
    },
    log: async (level, data) => {
      // A task has no stream to log to.
      if (!detachable?.isAnnounced()) await ctx.mcpReq.log(level, data);
    },
    endStream: undefined,
  };
}

/** The protocol forbids asking for what the client has not declared. */
function assertDeclared(
  requests: readonly (readonly [string, ClientRequest])[],
  capabilities: ClientCapabilities,
): void {
  const needed = requests.map(([, { method }]) => capabilityOf(method));
  const missing = needed.filter((name) => capabilities?.[name] === undefined);
  if (missing.length === 0) return;
  const requiredCapabilities = Object.fromEntries(missing.map((name) => [name, {}]));
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
}

function capabilityOf(method: ClientRequest["method"]): string {
  return method.slice(0, method.indexOf("/"));
}

function abilities(capabilities: ClientCapabilities) {
  return {
    canSample: capabilities?.sampling !== undefined,
    canElicit: capabilities?.elicitation !== undefined,
    canListRoots: capabilities?.roots !== undefined,
  };
}

async function askAll<K extends string>(
  requests: Readonly<Record<K, ClientRequest>>,
  capabilities: ClientCapabilities,
  send: (request: ClientRequest) => Promise<ClientAnswer>,
): Promise<Result<Record<K, ClientAnswer>>> {
  for (const { method } of Object.values<ClientRequest>(requests)) {
    const needed = capabilityOf(method);
    if (capabilities?.[needed] === undefined) return refused(`it does not offer ${needed}`);
  }
  try {
    const asked = Object.entries<ClientRequest>(requests).map(
      async ([key, request]) => [key, await send(request)] as const,
    );
    return ok(Object.fromEntries(await Promise.all(asked)) as Record<K, ClientAnswer>); // the keys are those asked
  } catch (thrown) {
    return refused(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function refused(why: string): Result<never> {
  const remedy = "Use a client that answers such questions, or do without.";
  return fail(fault("client_refused", `The client did not answer: ${why}.`, remedy));
}

export function recordsIn(values: Readonly<Record<string, unknown>>): Record<string, ClientAnswer> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, ClientAnswer] => isRecord(entry[1])),
  );
}
