import { fault } from "./fault.ts";
import { type Failure, fail } from "./result.ts";

/** More than anyone types; every word costs a lookup. */
const maxQueryBytes = 8 * 1024;
const maxPatternBytes = 1024;

/** Why a query is refused: it is empty or too long. Undefined when it is accepted. */
export function queryFault(query: string, remedy = ""): Failure | undefined {
  const subject = { argument: "query" };
  if (query.trim() === "") return fail(fault("empty_query", "Query cannot be empty", remedy, { subject }));
  const bytes = Buffer.byteLength(query);
  if (bytes <= maxQueryBytes) return undefined;
  const message = `The query has ${bytes} bytes; the limit is ${maxQueryBytes}.`;
  return fail(fault("invalid_argument", message, "Use a shorter query.", { subject }));
}

/** Why a path pattern is refused, as the end of a sentence. Undefined when it is accepted. */
export function patternProblem(pattern: string): string | undefined {
  const bytes = Buffer.byteLength(pattern);
  return bytes > maxPatternBytes ? `it has ${bytes} bytes; the limit is ${maxPatternBytes}` : undefined;
}
