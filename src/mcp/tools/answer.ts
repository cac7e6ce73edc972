import { type Fault, faultText } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { type ContentBlock, text } from "../../operation/content.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import type { Answer } from "../../operation/runtime.ts";
import { outputSchema } from "../../operation/schema.ts";
import type { Surface } from "../../operation/surface.ts";

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
  operation: AnyOperation,
  { input, output }: Answer,
  surface: Surface,
  form?: "json",
): ToolResult {
  const structured = outputSchema(operation) && isRecord(output) ? { structuredContent: output } : {};
  const content =
    form === "json" && "structuredContent" in structured
      ? [text(JSON.stringify(output))]
      : (operation.content?.(output, input) ?? [text(operation.text(output, input, surface))]);
  // The client contract's own samples carry `isError` on success too.
  return { content, ...structured, isError: false };
}

/** A failed tool: one text item that says what happened and what to do, and the fault as data. */
export function failedAnswer(fault: Fault): ToolResult {
  return { content: [text(faultText(fault))], isError: true, _meta: { "hewto/fault": fault } };
}
