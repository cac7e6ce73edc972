import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { ok } from "../../kernel/result.ts";
import { printableLine } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { readCallLog } from "../../workspace/state/read-call-log.ts";

/** A line that a server wrote. The file is in the workspace, so its content can be anything. */
const Line = z.object({
  ts: z.string(),
  session: z.string(),
  event: z.enum(["initialize", "call", "read", "prompt", "close"]),
  tool: z.string().optional(),
  artifacts: z.array(z.string()).optional(),
  outcome: z.string(),
  ms: z.number().optional(),
});

const Call = Line.extend({
  client: z.string().describe("The program that called; empty if unknown"),
  artifacts: z.array(z.string()).describe("Files and artifacts that it touched"),
});
type Call = z.infer<typeof Call>;

const maxArtifacts = 20;

export const listCalls = operation({
  name: "list_calls",
  title: "List calls",
  summary: "Lists the newest calls of agents to the servers of this workspace, newest first.",
  details: "Servers write their calls once the page was opened for the workspace.",
  icon: "play",
  effects: reading,
  served: { never: "an agent knows its own calls; this is for the person who watches" },
  input: z.object({
    limit: z.number().int().min(1).max(2000).default(100).describe("How many to list"),
  }),
  output: z.object({
    calls: z.array(Call),
    left_out: z.number().int(),
    recorded: z.boolean().describe("Whether servers write their calls"),
  }),
  cli: { words: "activity", summary: "The newest calls of agents" },
  run: async ({ workspace }, { limit }) => {
    const { isOn, lines } = readCallLog(workspace);
    const { shown, leftOut } = clip(callsIn(lines).reverse(), limit);
    return ok({ calls: shown, left_out: leftOut, recorded: isOn });
  },
  text: ({ calls, recorded }) => {
    if (calls.length > 0) return calls.map(callRow).join("\n");
    return recorded
      ? "No calls yet. Servers that run in this workspace write them here."
      : "Calls are not recorded yet: servers record them after the page was first opened.";
  },
});

function callsIn(lines: readonly string[]): Call[] {
  const clients = new Map<string, string>();
  return lines.flatMap((text) => {
    const line = Line.safeParse(parsed(text));
    if (!line.success) return [];
    const { session, event, outcome, artifacts = [] } = line.data;
    if (event === "initialize") clients.set(session, outcome);
    const client = clients.get(session) ?? (session === "page" ? "page" : "");
    return [{ ...line.data, client, artifacts: artifacts.slice(0, maxArtifacts) }];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function callRow({ ts, client, event, tool, outcome, ms, artifacts }: Call): string {
  const what = tool ?? event;
  const took = ms === undefined ? "" : ` ${ms} ms`;
  const touched = artifacts.length === 0 ? "" : `  ${artifacts.join(", ")}`;
  return printableLine(`${ts}  ${client || "unknown"}  ${what}  ${outcome}${took}${touched}`);
}
