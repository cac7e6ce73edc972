import { at } from "../../kernel/array.ts";
import type { SkillFinding } from "../finding.ts";
import { invisible } from "../names.ts";
import { type CommandDanger, commandDangers } from "./scan-commands.ts";

interface Unpinned {
  /** The start of such a command; `rest` is tested on a part of the line after it. */
  readonly start: RegExp;
  readonly rest: RegExp;
  readonly message: string;
  readonly fix: string;
}

const bidi = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/;
/** Zero-width joiners are legitimate in emoji and between letters of some scripts. */
const joiner =
  /(?:\p{Extended_Pictographic}|\ufe0f|[\p{M}\p{Lo}])[\u200c\u200d](?=\p{Extended_Pictographic}|[\p{M}\p{Lo}])/gu;

const commandFindings: Readonly<Record<CommandDanger, Omit<SkillFinding, "file" | "line">>> = {
  "pipe-to-shell": {
    rule: "pipe-to-shell",
    severity: "error",
    message: "Code is downloaded and run without a check.",
    fix: "Save it, verify its checksum, then run it.",
  },
  "decoded-to-shell": {
    rule: "decoded-to-shell",
    severity: "error",
    message: "Encoded text is decoded and run.",
    fix: "Write the command in plain text.",
  },
};

const unpinned: readonly Unpinned[] = [
  {
    start: /\b(?:npx|bunx|pnpm[ \t]+dlx|yarn[ \t]+dlx|uvx|pipx[ \t]+run)[ \t]+/gi,
    rest: /^(?!(?:-{1,2}[\w-]+[ \t]+){0,8}--(?:no-install|no|offline)\b)(?:-{1,2}[\w-]+[ \t]+){0,8}(?!-)(?:@[\w.-]{1,100}\/)?[a-z][\w.-]{0,100}(?![\w.@/=-])/i,
    message: "A package is downloaded and run without a pinned version.",
    fix: "Pin the version: `npx name@1.2.3`, `uvx name==1.2.3`.",
  },
  {
    start: /\b(?:pip3?|npm|yarn|pnpm|cargo|go|gem)[ \t]+(?:install|add|i)[ \t]+/gi,
    rest: /^.{0,200}?(?:git\+|https?:\/\/)[^\s@#]{1,300}(?![\w@#.-])/i,
    message: "Code is installed from a URL without a pinned commit or version.",
    fix: "Add the commit or version to the URL.",
  },
];

/** `Bash(npx tool *)` allows a command and does not run it. */
const permission = /\b[A-Z]\w{0,30}\([^()]{0,400}\)/g;

/** The number of lines with hidden characters reported per file. */
const maxHidden = 100;

/** The number of characters after a start that are tested. */
const reach = 800;
/** The number of starts tested per line. */
const maxStarts = 200;

/** Scans a text for hidden characters and dangerous commands. Best effort, not a guarantee. */
export function scanText(text: string, file: string): SkillFinding[] {
  const lines = text.split(/\r\n|\n|\r/);
  const findings: SkillFinding[] = [];
  for (const [index, line] of lines.entries()) {
    const hidden = hiddenCharacters(index === 0 ? line.replace(/^\ufeff/, "") : line);
    if (hidden) findings.push({ ...hidden, file, line: index + 1 });
    if (findings.length === maxHidden) break;
  }
  return [...findings, ...scanCommands(lines, file)];
}

/** Scans bytes that are not UTF-8: the commands that a shell would run are ASCII in any encoding. */
export function scanBytes(bytes: Uint8Array, file: string): SkillFinding[] {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = content.toString("latin1");
  return scanCommands((isWide ? text.replaceAll("\0", "") : text).split(/\r\n|\n|\r/), file);
}

function scanCommands(lines: readonly string[], file: string): SkillFinding[] {
  const findings: SkillFinding[] = [];
  for (let index = 0; index < lines.length; index++) {
    const first = index;
    const wrapped: string[] = [];
    if (isTableRow(at(lines, index))) {
      findings.push(
        ...cellsOf(at(lines, index))
          .flatMap((cell) => scanCommands([cell], file))
          .map((each) => ({ ...each, line: first + 1 })),
      );
      continue;
    }
    // A trailing backslash, PowerShell backtick, pipe or && continues the command on the next line.
    while (index + 1 < lines.length && /(?:\\|[ \t]`|\||&&)[ \t]{0,8}$/.test(at(lines, index).slice(-16)))
      wrapped.push(at(lines, index++).replace(/[\\`][ \t]{0,8}$/, " "));
    const line = [...wrapped, at(lines, index)].join(" ");
    for (const danger of commandDangers(line))
      findings.push({ ...commandFindings[danger], file, line: first + 1 });
    const commands = line.replace(permission, " ");
    const install = unpinned.find((each) => isUnpinned(commands, each));
    if (install)
      findings.push({
        rule: "unpinned-install",
        severity: "warning",
        file,
        line: first + 1,
        message: install.message,
        fix: install.fix,
      });
  }
  return findings;
}

/** In a Markdown table, the bars separate cells: they are not pipes. */
function isTableRow(line: string): boolean {
  const row = line.trim();
  return row.length > 1 && row.startsWith("|") && row.endsWith("|");
}

function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|"));
}

function isUnpinned(line: string, { start, rest }: Unpinned): boolean {
  let tests = 0;
  for (const match of line.matchAll(start)) {
    if (++tests > maxStarts) return false;
    const from = match.index + match[0].length;
    if (rest.test(line.slice(from, from + reach))) return true;
  }
  return false;
}

function hiddenCharacters(line: string): Omit<SkillFinding, "file" | "line"> | undefined {
  const characters = line.replace(joiner, "").match(invisible);
  if (!characters) return undefined;
  const codes = [...new Set(characters)].map(
    (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  const list = codes.slice(0, 5).join(", ");
  if (characters.some((char) => bidi.test(char))) {
    const message = `Characters that change the reading direction (${list}): the line is not what it appears to be.`;
    return { rule: "bidi-control", severity: "error", message, fix: "Delete them." };
  }
  const message = `Invisible characters (${list}), which a model still reads.`;
  return { rule: "hidden-unicode", severity: "error", message, fix: "Delete them." };
}
