import type { Fault } from "../../kernel/fault.ts";
import type { Result } from "../../kernel/result.ts";
import { splitLines } from "../../markdown/blocks/lines.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { cleanLine } from "../screen/text.ts";
import type { FilePlace, Page, TextPage } from "../state/model.ts";
import { type ReadFile, readPlace } from "./files.ts";

export interface PageOptions {
  readonly tasks?: boolean;
  readonly at?: number;
}

/** More than this is shown without highlighting. */
const MOST_HIGHLIGHTED = 1_000_000;

/** A page that shows a file, or says why it cannot. */
export async function filePage(place: FilePlace, absent: Page, options: PageOptions = {}): Promise<Page> {
  const file = await readPlace(place);
  if (file.ok) return textPage(file.value, place, options);
  return file.fault.code === "path_not_found" ? absent : faultPage(file.fault);
}

export function textPage({ text }: ReadFile, place: FilePlace | undefined, options: PageOptions = {}): Page {
  if (text.includes("\0"))
    return { kind: "absent", message: "Not a text file: it contains NUL bytes.", hint: place?.path ?? "" };
  const body = text.replace(/^\ufeff/, "");
  const isMarkdown =
    (place === undefined || /\.(md|markdown)$/i.test(place.path)) && text.length <= MOST_HIGHLIGHTED;
  const hasBadBytes = /(?<![\ud800-\udbff])[\udc80-\udcff]/.test(body);
  const lines = splitLines(body).map((line) =>
    cleanLine(hasBadBytes ? withoutBadBytes(line.text) : line.text),
  );
  const notes = [
    ...(hasBadBytes ? ["Some bytes are not UTF-8; they are kept as they are."] : []),
    ...(lines.length === 0 ? ["The file is empty."] : []),
  ];
  const tasks = options.tasks === true ? tasksOf(text) : [];
  const at = options.at === undefined ? {} : { at: options.at };
  return { kind: "text", place, lines, markdown: isMarkdown, tasks, ...at, notes };
}

export function faultPage({ message, remedy }: Fault): Page {
  return { kind: "absent", message, hint: remedy };
}

/** Text that is no file, such as the answer of an operation. */
export function answerPage(answer: Result<string>): Page {
  return answer.ok ? textPage({ text: answer.value, sha256: "" }, undefined) : faultPage(answer.fault);
}

function tasksOf(text: string): TextPage["tasks"] {
  const lines = splitLines(text);
  return readTasks(readMarkdown(text)).map(({ line, done }) => ({
    line,
    done,
    text: lines[line - 1]?.text ?? "",
  }));
}

function withoutBadBytes(text: string): string {
  return text.replace(/(?<![\ud800-\udbff])[\udc80-\udcff]/g, "\ufffd");
}
