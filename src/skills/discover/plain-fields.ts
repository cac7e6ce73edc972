import { withoutTrailing } from "../../kernel/text.ts";

/** A field and its line, counted from the opening fence. */
export interface PlainField {
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

const maxLineLength = 5000;
const plainLine = /^([A-Za-z][\w-]*): +([A-Za-z].*)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what YAML treats specially
const needsYaml = /:(?: |$)| #|[\u0000-\u001f\u007f-\u009f\ufeff]/;
const notText = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/**
 * Reads front matter in its plainest form, one `key: text` per line, which most skills use. Skipping the YAML
 * parser saves most of the start time of a server with a thousand skills. Returns undefined as soon as YAML
 * could read anything differently; a property test checks that the two readers agree.
 */
export function readPlainFields(raw: string): readonly PlainField[] | undefined {
  const fields: PlainField[] = [];
  const lines = raw.replace(/\r?\n$/, "").split(/\r?\n/);
  for (const [index, text] of lines.entries()) {
    const line = withoutTrailing(text, " ");
    const match = text.length > maxLineLength ? null : plainLine.exec(line);
    const [, key = "", value = ""] = match ?? [];
    if (!match || needsYaml.test(value) || notText.test(value) || notText.test(key)) return undefined;
    if (fields.some((field) => field.key === key)) return undefined;
    fields.push({ key, value, line: index + 1 });
  }
  return fields;
}
