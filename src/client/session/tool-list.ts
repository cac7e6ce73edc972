import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Reply } from "./rpc.ts";

export interface RemoteTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
}

const maxPages = 100;
const maxTools = 10_000;

/** All pages of `tools/list`, up to a limit: some agents return a cursor forever. */
export async function listTools(
  ask: (params: Record<string, unknown> | undefined) => Promise<Reply | undefined>,
): Promise<Result<RemoteTool[]>> {
  const tools: RemoteTool[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && tools.length < maxTools; page++) {
    const reply = await ask(cursor === undefined ? undefined : { cursor });
    if (reply?.kind !== "result") return failed(reply);
    const result = isRecord(reply.result) ? reply.result : {};
    tools.push(...(Array.isArray(result.tools) ? result.tools : []).flatMap(toolOf));
    const next = result.nextCursor;
    if (typeof next !== "string" || cursors.has(next)) break;
    cursors.add(next);
    cursor = next;
  }
  return ok(tools);
}

function toolOf(value: unknown): RemoteTool[] {
  if (!isRecord(value) || typeof value.name !== "string") return [];
  const { name, description, inputSchema } = value;
  return [
    {
      name,
      description: typeof description === "string" ? description : "",
      inputSchema: isRecord(inputSchema) ? inputSchema : { type: "object" },
    },
  ];
}

function failed(reply: Reply | undefined): Result<never> {
  const reason =
    reply === undefined ? "no reply in time" : reply.kind === "error" ? reply.message : "the agent is gone";
  return fail(
    fault(
      "agent_unavailable",
      `The agent did not list its tools: ${reason}.`,
      "Check `[mcp]` in hewto.toml.",
      { retryable: true },
    ),
  );
}
