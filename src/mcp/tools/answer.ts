import { type Fault, faultText } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { type ContentBlock, text } from "../../operation/content.ts";
import type { Operation } from "../../operation/operation.ts";

/** A `tools/call` result. */
export interface ToolResult {
  readonly content: ContentBlock[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta?: Record<string, unknown>;
  readonly [key: string]: unknown;
}

/**
 * The answer of an operation: structured for machines, and the same facts as content. In a profile whose text is
 * `json` that content is the result itself.
 */
export function answer(
  operation: Operation,
  output: unknown,
  input: Record<string, unknown>,
  form?: "json",
): ToolResult {
  const structured = operation.output && isRecord(output) ? { structuredContent: output } : {};
  const content =
    form === "json" && "structuredContent" in structured
      ? [text(JSON.stringify(output))]
      : (operation.content?.(output, input) ?? [text(operation.text(output, input))]);
  // The client contract's own samples carry `isError` on success too.
  return { content, ...structured, isError: false };
}

/** A failed tool: one text item that says what happened and what to do, the fault beside it. */
export function failedAnswer(fault: Fault): ToolResult {
  return { content: [text(faultText(fault))], isError: true, _meta: { "hewto/fault": fault } };
}
