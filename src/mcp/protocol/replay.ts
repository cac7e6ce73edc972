import {
  createRequestStateCodec,
  inputRequired,
  ProtocolError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { randomHex } from "../../kernel/hash.ts";
import { InputNeeded } from "./client-port.ts";
import { wire } from "./sdk.ts";

let codec: ReturnType<typeof createRequestStateCodec> | undefined;

/** Signs what travels through the client between two rounds of one call. The key is new in each process. */
function requestState() {
  codec ??= createRequestStateCodec({ key: Buffer.from(randomHex(32), "hex"), ttlSeconds: 3600 });
  return codec;
}

export function verifyRequestState(state: string, ctx: ServerContext) {
  return requestState().verify(state, ctx);
}

/** Under 2026-07-28 a call that needs the client ends with `input_required` and is run again later. */
export async function replaying<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof InputNeeded)) throw thrown;
    const state = await requestState().mint({ answers: thrown.earlier, round: randomHex(8) });
    return inputRequired({ inputRequests: wire({ ...thrown.requests }), requestState: state });
  }
}

/** The state that came back with a retried request; refused when it is not ours. */
export async function verifiedState(ctx: ServerContext): Promise<unknown> {
  const state: unknown = ctx.mcpReq.requestState();
  if (state === undefined) return undefined;
  try {
    if (typeof state === "string") return await verifyRequestState(state, ctx);
  } catch {
    // The reason is not disclosed to the client.
  }
  const reason = { reason: "invalid_request_state" };
  throw new ProtocolError(-32602, "Invalid or expired requestState", reason);
}
