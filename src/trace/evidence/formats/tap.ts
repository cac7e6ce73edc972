import type { TestReport, TestResult, TestStatus } from "../model.ts";
import { CaseList } from "../read/cases.ts";
import { limits } from "../read/limits.ts";
import { isSourcePath } from "../read/source-path.ts";
import { lineOf, messageOf, titlesOf } from "../read/values.ts";

/** A test whose parents may still follow: node:test writes a suite after its tests, vitest before. */
interface Item {
  indent: number;
  titles: string[];
  readonly status: TestStatus;
  ms: number | undefined;
  location: string | undefined;
  message: string | undefined;
}

interface Block {
  readonly indent: number;
  readonly item: Item;
  /** The number of items before its first child. */
  readonly start: number;
}

const testLine = /^( *)(not ok|ok)\b(?: +\d+)?(?: +-)? *(.*)$/;

/** TAP 13 and 14, nested by indentation or in braces. */
export function readTap(lines: Iterable<string>): TestReport {
  const reader = new TapReader();
  for (const line of lines) reader.read(line);
  return reader.report();
}

class TapReader {
  readonly #items: Item[] = [];
  readonly #blocks: Block[] = [];
  #last: Item | undefined;
  #yamlIndent: number | undefined;
  #plan: number | undefined;
  #top = 0;
  #incomplete: string | undefined;

  read(line: string): void {
    if (this.#yamlIndent !== undefined) return this.#readYaml(line);
    if (/^ *---$/.test(line)) this.#yamlIndent = line.length - 3;
    else if (/^ *\}$/.test(line)) this.#closeBlock();
    else if (line.startsWith("Bail out!")) this.#incomplete = "the run was stopped (Bail out!)";
    else this.#readTest(line);
  }

  report(): TestReport {
    const cases = new CaseList();
    while (this.#blocks.length > 0) this.#closeBlock();
    for (const item of this.#items) cases.add(resultOf(item));
    const isShort = this.#plan !== undefined && this.#top < this.#plan;
    const short = `the plan has ${this.#plan} tests, the report ${this.#top}`;
    return cases.report("tap", [], this.#incomplete ?? (isShort ? short : undefined));
  }

  #readTest(line: string): void {
    const plan = /^1\.\.(\d{1,9})/.exec(line)?.[1];
    if (plan !== undefined) this.#plan = (this.#plan ?? 0) + Number(plan);
    const match = testLine.exec(line);
    if (match === null) return;
    const [, { length: indent } = "", outcome = "", rest = ""] = match;
    if (indent > limits.depth * 4) return;
    if (indent === 0) this.#top += 1;
    const item = itemOf(indent, outcome, rest);
    this.#last = item;
    if (rest.endsWith(" {")) this.#blocks.push({ indent, item, start: this.#items.length });
    else this.#place(item, this.#takeDeeper(indent));
  }

  /** The items that were written since the last line with at most this indentation. */
  #takeDeeper(indent: number): Item[] {
    let from = this.#items.length;
    const floor = this.#blocks.at(-1)?.start ?? 0;
    while (from > floor && (this.#items[from - 1]?.indent ?? 0) > indent) from -= 1;
    return this.#items.splice(from);
  }

  #closeBlock(): void {
    const block = this.#blocks.pop();
    if (block !== undefined) this.#place(block.item, this.#items.splice(block.start));
  }

  /** A parent repeats what its children say, unless it failed by itself. */
  #place(item: Item, children: readonly Item[]): void {
    for (const child of children) {
      child.indent = item.indent;
      child.titles = [...item.titles, ...child.titles];
      this.#items.push(child);
    }
    const failedAlone = item.status === "failed" && children.every(({ status }) => status !== "failed");
    if (children.length === 0 || failedAlone) this.#items.push(item);
  }

  #readYaml(line: string): void {
    if (/^ *\.\.\.$/.test(line) && line.length - 3 <= (this.#yamlIndent ?? 0)) {
      this.#yamlIndent = undefined;
      return;
    }
    const [, key, value = ""] = /^ *(duration_ms|location|error|message): *(.+)$/.exec(line) ?? [];
    if (this.#last === undefined || key === undefined) return;
    const text = value.replace(/^(['"])(.*)\1$/, "$2");
    if (key === "duration_ms") this.#last.ms = Number.isFinite(Number(text)) ? Number(text) : undefined;
    else if (key === "location") this.#last.location ??= text;
    else this.#last.message ??= text;
  }
}

function itemOf(indent: number, outcome: string, rest: string): Item {
  const { title, directive, ms } = partsOf(rest.endsWith(" {") ? rest.slice(0, -2) : rest);
  const status = statusOf(outcome, directive);
  return { indent, titles: titlesOf([title]), status, ms, location: undefined, message: undefined };
}

/** A `#` that follows a space starts a directive, unless it is escaped. */
function partsOf(rest: string): { title: string; directive: string; ms: number | undefined } {
  const start = rest.search(/(?<!\\)(?:^| )# ?(?:skip|todo|time=)/i);
  const title = (start < 0 ? rest : rest.slice(0, start)).replace(/\\([#\\])/g, "$1").trim();
  const directive = start < 0 ? "" : rest.slice(start).replace(/^ ?# ?/, "");
  const ms = /^time=([\d.]+)ms/.exec(directive)?.[1];
  return { title, directive: directive.toLowerCase(), ms: ms === undefined ? undefined : Number(ms) };
}

function statusOf(outcome: string, directive: string): TestStatus {
  if (directive.startsWith("skip")) return "skipped";
  if (directive.startsWith("todo")) return "todo";
  return outcome === "ok" ? "passed" : "failed";
}

function resultOf({ titles, status, ms, location, message }: Item): TestResult {
  const [first = ""] = titles;
  const isFile = titles.length > 1 && isSourcePath(first);
  const [, path, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(location ?? "") ?? [];
  return {
    status,
    file: path ?? (isFile ? first : undefined),
    line: lineOf(line),
    titles: isFile ? titles.slice(1) : titles,
    properties: [],
    attempts: 1,
    ms,
    message: messageOf(message),
  };
}
