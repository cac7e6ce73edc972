import { clipText } from "../../kernel/clip.ts";
import { isRecord } from "../../kernel/json.ts";
import { quoteAgent } from "../answers/quote.ts";

/** What a tool call does, by the kinds that the protocol knows. */
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

const MAX_SHOWN = 1000;

/** The question that a person gets: first in our words what is asked for, then what the agent calls it. */
export function permissionQuestion(toolCall: unknown): string {
  const call = isRecord(toolCall) ? toolCall : {};
  const what = kinds.get(call.kind) ?? "use a tool, and does not say of which kind";
  const paths = (Array.isArray(call.locations) ? call.locations : []).flatMap((each) =>
    isRecord(each) && typeof each.path === "string" ? [each.path] : [],
  );
  const input = isRecord(call.rawInput) ? JSON.stringify(call.rawInput) : "";
  const parts = [
    `The agent asks to ${what}, once.`,
    ...said("Files", paths.join("\n")),
    ...said("Input", input),
    ...said("It calls this", typeof call.title === "string" ? call.title : ""),
  ];
  return parts.join("\n");
}

function said(what: string, text: string): string[] {
  if (text.trim() === "") return [];
  return [`${what}:`, quoteAgent(clipText(text, MAX_SHOWN, "the rest is in the log"))];
}
