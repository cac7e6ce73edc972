import { clipText } from "../../kernel/clip.ts";
import { isRecord } from "../../kernel/json.ts";
import { quoteAgent } from "../answers/quote.ts";

/** What a tool call does, by the kinds of the protocol. */
const kinds: ReadonlyMap<unknown, string> = new Map([
  ["read", "read files"],
  ["edit", "change files"],
  ["delete", "delete files"],
  ["move", "move files"],
  ["search", "search"],
  ["execute", "run a command"],
  ["think", "think"],
  ["fetch", "fetch something from the network"],
  ["switch_mode", "switch to another mode"],
]);

const maxQuoted = 1000;

/** The question to the user: first our own description of the request, then the agent's text, quoted. */
export function permissionQuestion(toolCall: unknown): string {
  const call = isRecord(toolCall) ? toolCall : {};
  const what = kinds.get(call.kind) ?? "use a tool of an unknown kind";
  const paths = (Array.isArray(call.locations) ? call.locations : []).flatMap((each) =>
    isRecord(each) && typeof each.path === "string" ? [each.path] : [],
  );
  const input = isRecord(call.rawInput) ? JSON.stringify(call.rawInput) : "";
  const parts = [
    `The agent asks to ${what}, once.`,
    ...quoted("Files", paths.join("\n")),
    ...quoted("Input", input),
    ...quoted("Its description", typeof call.title === "string" ? call.title : ""),
  ];
  return parts.join("\n");
}

function quoted(label: string, text: string): string[] {
  if (text.trim() === "") return [];
  return [`${label}:`, quoteAgent(clipText(text, maxQuoted, "the rest is in the log"))];
}
