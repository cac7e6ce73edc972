import { type Fault, faultText } from "../../kernel/fault.ts";
import { fitAnswer } from "../../operation/budget/budget.ts";
import { type ContentBlock, text } from "../../operation/content.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import type { Answer } from "../../operation/runtime.ts";
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
 * The answer of an operation, structured and as content, each within its budget: some hosts show a model one of them,
 * some the other. In a profile whose text is `json` the content is the result itself.
 */
export function answer(operation: AnyOperation, result: Answer, surface: Surface, form?: "json"): ToolResult {
  const { structured, content } = fitAnswer(operation, result, surface, form);
  // The client contract's own samples carry `isError` on success too.
  return { content, ...(structured ? { structuredContent: structured } : {}), isError: false };
}

/** A failed tool: one text item that says what happened and what to do, and the fault as data. */
export function failedAnswer(fault: Fault): ToolResult {
  return { content: [text(faultText(fault))], isError: true, _meta: { "hewto/fault": fault } };
}
