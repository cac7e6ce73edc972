import type { Finding } from "../finding.ts";
import { invisible } from "../names.ts";
import { type CommandDanger, commandDangers } from "./scan-commands.ts";

interface Unpinned {
  /** Where such a command begins; the rest is tried on a piece of the line. */
  readonly start: RegExp;
  readonly rest: RegExp;
  readonly message: string;
  readonly fix: string;
}

const bidi = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/;
/** Between letters of scripts that join, and in emoji, these have a job. */
const joiner =
  /(?:\p{Extended_Pictographic}|\ufe0f|[\p{M}\p{Lo}])[\u200c\u200d](?=\p{Extended_Pictographic}|[\p{M}\p{Lo}])/gu;

const commandFindings: Readonly<Record<CommandDanger, Omit<Finding, "file" | "line">>> = {
  "pipe-to-shell": {
    rule: "pipe-to-shell",
    severity: "error",
    message: "Something is fetched from the network and run at once.",
    fix: "Save it, check it against a digest, then run it.",
  },
  "decoded-to-shell": {
    rule: "decoded-to-shell",
    severity: "error",
    message: "Hidden text is decoded and run.",
    fix: "Write the command in the open.",
  },
};

const unpinned: readonly Unpinned[] = [
  {
    start: /\b(?:npx|bunx|pnpm[ \t]+dlx|yarn[ \t]+dlx|uvx|pipx[ \t]+run)[ \t]+/gi,
    rest: /^(?:-{1,2}[\w-]+[ \t]+){0,8}(?!-)(?:@[\w.-]{1,100}\/)?[a-z][\w.-]{0,100}(?![\w.@/=-])/i,
    message: "A package is fetched and run in whatever version is there that day.",
    fix: "Name the version: `npx name@1.2.3`, `uvx name==1.2.3`.",
  },
  {
    start: /\b(?:pip3?|npm|yarn|pnpm|cargo|go|gem)[ \t]+(?:install|add|i)[ \t]+/gi,
    rest: /^.{0,200}?(?:git\+|https?:\/\/)[^\s@#]{1,300}(?![\w@#.-])/i,
    message: "Code is installed from an address without a fixed commit or version.",
    fix: "Add the commit or version to the address.",
  },
];

/** Lines with hidden characters that are reported for one file; a file full of them is refused all the same. */
const maxHidden = 100;

/** How much of a line one match may look at. */
const reach = 800;
/** More on one line say nothing new. */
const maxStarts = 200;

/** Looks at one text for what a person reading it would not see or not want. A hint, not a guarantee. */
export function scanText(text: string, file: string): Finding[] {
  const lines = text.split(/\r\n|\n|\r/);
  const findings: Finding[] = [];
  for (const [index, line] of lines.entries()) {
    const found = hiddenIn(index === 0 ? line.replace(/^\ufeff/, "") : line);
    if (found) findings.push({ ...found, file, line: index + 1 });
    if (findings.length === maxHidden) break;
  }
  return [...findings, ...scanCommands(lines, file)];
}

/** The same for bytes that are not UTF-8: what a shell would run is ASCII all the same. */
export function scanBytes(bytes: Uint8Array, file: string): Finding[] {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = content.toString("latin1");
  return scanCommands((isWide ? text.replaceAll("\0", "") : text).split(/\r\n|\n|\r/), file);
}

function scanCommands(lines: readonly string[], file: string): Finding[] {
  const findings: Finding[] = [];
  for (let index = 0; index < lines.length; index++) {
    const first = index;
    const wrapped: string[] = [];
    if (isTableRow(lines[index] ?? "")) {
      findings.push(
        ...cellsOf(lines[index] ?? "")
          .flatMap((cell) => scanCommands([cell], file))
          .map((each) => ({ ...each, line: first + 1 })),
      );
      continue;
    }
    // A backslash, or the backtick of PowerShell, or an open pipe goes on with the command.
    while (index + 1 < lines.length && /(?:\\|[ \t]`|\||&&)[ \t]{0,8}$/.test((lines[index] ?? "").slice(-16)))
      wrapped.push((lines[index++] ?? "").replace(/[\\`][ \t]{0,8}$/, " "));
    const line = [...wrapped, lines[index] ?? ""].join(" ");
    for (const danger of commandDangers(line))
      findings.push({ ...commandFindings[danger], file, line: first + 1 });
    const loose = unpinned.find((each) => isUnpinned(line, each));
    if (loose)
      findings.push({
        rule: "unpinned-install",
        severity: "warning",
        file,
        line: first + 1,
        message: loose.message,
        fix: loose.fix,
      });
  }
  return findings;
}

/** In a table of Markdown the bars are no pipes. */
function isTableRow(line: string): boolean {
  const row = line.trim();
  return row.length > 1 && row.startsWith("|") && row.endsWith("|");
}

function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|"));
}

function isUnpinned(line: string, { start, rest }: Unpinned): boolean {
  let tried = 0;
  for (const match of line.matchAll(start)) {
    if (++tried > maxStarts) return false;
    const from = match.index + match[0].length;
    if (rest.test(line.slice(from, from + reach))) return true;
  }
  return false;
}

function hiddenIn(line: string): Omit<Finding, "file" | "line"> | undefined {
  const odd = line.replace(joiner, "").match(invisible);
  if (!odd) return undefined;
  const codes = [...new Set(odd)].map(
    (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  const which = codes.slice(0, 5).join(", ");
  if (odd.some((char) => bidi.test(char))) {
    const message = `Characters that turn the reading direction (${which}): the line does not say what it seems to.`;
    return { rule: "bidi-control", severity: "error", message, fix: "Delete them." };
  }
  const message = `Characters that nobody can see (${which}), which a model reads.`;
  return { rule: "hidden-unicode", severity: "error", message, fix: "Delete them." };
}
