import { isRecord } from "../../src/kernel/json.ts";
import { type Message, textOf } from "./wire.ts";

/**
 * What two hosts hand to their model of a tool result, as observed with a model on loopback. Both drop `content` where
 * there is `structuredContent`.
 */
export function shownByClaudeCode(result: Message): string {
  const whole = preferred(result);
  // Longer results go to a file; the model gets the beginning and the name of the file.
  return whole.length > 50_000 ? whole.slice(0, 2_000) : whole;
}

export function shownByCodex(result: Message): string {
  const whole = preferred(result);
  const half = 6_010;
  return whole.length > 2 * half ? `${whole.slice(0, half)}…${whole.slice(-half)}` : whole;
}

function preferred(result: Message): string {
  return isRecord(result.structuredContent) ? JSON.stringify(result.structuredContent) : textOf(result);
}
