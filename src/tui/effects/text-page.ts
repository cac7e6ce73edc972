import type { Fault } from "../../kernel/fault.ts";
import { splitLines } from "../../markdown/blocks/lines.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { cleanLine } from "../screen/text.ts";
import type { FileLocation, Page, TextPage } from "../state/model.ts";
import { readFile } from "./files.ts";

export interface PageOptions {
  readonly tasks?: boolean;
  readonly at?: number;
}

/** Longer texts are shown without highlighting. */
const maxHighlighted = 1_000_000;

/** The page of a file, or of the reason why it cannot be read. */
export async function filePage(
  location: FileLocation,
  absent: Page,
  options: PageOptions = {},
): Promise<Page> {
  const file = await readFile(location);
  if (file.ok) return textPage(file.value.text, location, options);
  return file.fault.code === "path_not_found" ? absent : faultPage(file.fault);
}

export function textPage(text: string, location: FileLocation | undefined, options: PageOptions = {}): Page {
  if (text.includes("\0"))
    return { kind: "absent", message: "Not a text file: it contains NUL bytes.", hint: location?.path ?? "" };
  const body = text.replace(/^\ufeff/, "");
  const isMarkdown =
    (location === undefined || /\.(md|markdown)$/i.test(location.path)) && text.length <= maxHighlighted;
  const hasBadBytes = /(?<![\ud800-\udbff])[\udc80-\udcff]/.test(body);
  const lines = splitLines(body).map((line) =>
    cleanLine(hasBadBytes ? withoutBadBytes(line.text) : line.text),
  );
  const notes = [
    ...(hasBadBytes ? ["Some bytes are not UTF-8; saving keeps them unchanged."] : []),
    ...(lines.length === 0 ? ["The file is empty."] : []),
  ];
  const tasks = options.tasks === true ? tasksOf(text) : [];
  return { kind: "text", file: location, lines, markdown: isMarkdown, tasks, at: options.at, notes };
}

export function faultPage({ message, remedy }: Fault): Page {
  return { kind: "absent", message, hint: remedy };
}

function tasksOf(text: string): TextPage["tasks"] {
  const lines = splitLines(text);
  return readTasks(readMarkdown(text)).flatMap(({ line, done }) => {
    const source = lines[line - 1];
    return source ? [{ line, done, text: source.text }] : [];
  });
}

function withoutBadBytes(text: string): string {
  return text.replace(/(?<![\ud800-\udbff])[\udc80-\udcff]/g, "\ufffd");
}
