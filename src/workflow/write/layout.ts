import { join } from "node:path/posix";
import { slugOf } from "../feature-name.ts";
import type { Stack } from "../read/stack.ts";

/** The source file of a story or an entity, named in the style of the language. */
export function codeFile(stack: Stack, title: string): string {
  return join(stack.source, `${fileName(stack, title)}${stack.extension}`);
}

/** The test file of a story, where the project's test runner looks for it. */
export function testFile(stack: Stack, title: string): string {
  return join(
    stack.tests,
    stack.testName.replace("{name}", () => fileName(stack, title)),
  );
}

/** A short name for a title, without words such as "how many". */
export function shortName(title: string): string {
  return slugOf(title.replace(/\b(?:how (?:many|much|long)|up to|which|whether)\b/gi, ""));
}

function fileName({ extension }: Stack, title: string): string {
  const words = shortName(title).split("-");
  if (/^\.(?:py|go|rs|rb|c|cpp)$/.test(extension)) return words.join("_");
  if (/^\.(?:swift|java|kt|php|cs|fs|vb)$/.test(extension))
    return words.map((word) => word.replace(/^\p{Ll}/u, (first) => first.toUpperCase())).join("");
  return words.join("-");
}
