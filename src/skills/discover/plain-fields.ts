import { withoutTrailing } from "../../kernel/text.ts";
/** A field and the line that it is on, counted from the opening fence. */
export interface PlainField {
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

const longestLine = 5000;
const plainLine = /^([A-Za-z][\w-]*): +([A-Za-z].*)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what YAML treats specially
const needsYaml = /:(?: |$)| #|[\u0000-\u001f\u007f-\u009f\ufeff]/;
const notText = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/**
 * Front matter in its plainest form, one `key: words` on each line, which most skills have. It needs no YAML
 * parser, and at the start of a server with a thousand skills that is most of the time. Undefined as soon as
 * anything could mean something else to YAML; a property test holds the two readers together.
 */
export function readPlainFields(raw: string): readonly PlainField[] | undefined {
  const fields: PlainField[] = [];
  const lines = raw.replace(/\r?\n$/, "").split(/\r?\n/);
  for (const [index, text] of lines.entries()) {
    const line = withoutTrailing(text, " ");
    const match = text.length > longestLine ? null : plainLine.exec(line);
    const [, key = "", value = ""] = match ?? [];
    if (!match || needsYaml.test(value) || notText.test(value) || notText.test(key)) return undefined;
    if (fields.some((field) => field.key === key)) return undefined;
    fields.push({ key, value, line: index + 1 });
  }
  return fields;
}
