import { fault } from "./fault.ts";
import { type Failure, fail } from "./result.ts";

/** No person types more, and every word costs a look-up. */
const maxQueryBytes = 8 * 1024;
const maxPatternBytes = 1024;

/** Why a text cannot be searched for: it is blank, or too long. Undefined when it can. */
export function queryFault(query: string, remedy = ""): Failure | undefined {
  const subject = { argument: "query" };
  if (query.trim() === "") return fail(fault("empty_query", "Query cannot be empty", remedy, { subject }));
  const bytes = Buffer.byteLength(query);
  if (bytes <= maxQueryBytes) return undefined;
  const message = `The query has ${bytes} bytes; at most ${maxQueryBytes} are searched for.`;
  return fail(fault("invalid_argument", message, "Ask with fewer words.", { subject }));
}

/** Why a path pattern is refused, as the end of a sentence. Undefined when it is short enough. */
export function patternProblem(pattern: string): string | undefined {
  const bytes = Buffer.byteLength(pattern);
  return bytes > maxPatternBytes
    ? `it has ${bytes} bytes, and at most ${maxPatternBytes} are read`
    : undefined;
}
