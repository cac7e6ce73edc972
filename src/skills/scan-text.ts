import type { Finding } from "./finding.ts";
import { invisible } from "./names.ts";

interface Danger {
  readonly rule: string;
  readonly severity: Finding["severity"];
  readonly pattern: RegExp;
  readonly message: string;
  readonly fix: string;
}

const bidi = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/;
/** Between letters of scripts that join, and in emoji, these have a job. */
const joiner =
  /(?:\p{Extended_Pictographic}|\ufe0f|[\p{M}\p{Lo}])[\u200c\u200d](?=\p{Extended_Pictographic}|[\p{M}\p{Lo}])/gu;

/** A fetched address, with what commonly stands around it. */
const fetched = String.raw`\b(?:curl|wget|iwr|Invoke-WebRequest)\b[^\n|;&]{0,500}`;
const shells = String.raw`(?:sudo\s+(?:-\w+\s+)*)?(?:ba|z|da|k|fi)?sh\b|python\d?\b|perl\b|ruby\b|node\b|iex\b|Invoke-Expression\b`;

const dangers: readonly Danger[] = [
  {
    rule: "pipe-to-shell",
    severity: "error",
    pattern: new RegExp(String.raw`${fetched}\|\s*(?:\w+\s*\|\s*)?(?:${shells})`, "i"),
    message: "Something is fetched from the network and run at once.",
    fix: "Save it, check it against a digest, then run it.",
  },
  {
    rule: "pipe-to-shell",
    severity: "error",
    pattern: /(?:\b(?:ba|z)?sh\s+-c\s+["']?|\beval\s+["']?|\bsource\s+|<)(?:\$\(|`|<?\()\s*(?:curl|wget)\b/i,
    message: "Something is fetched from the network and run at once.",
    fix: "Save it, check it against a digest, then run it.",
  },
  {
    rule: "decoded-to-shell",
    severity: "error",
    pattern: new RegExp(String.raw`\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,200}\|\s*(?:${shells})`, "i"),
    message: "Hidden text is decoded and run.",
    fix: "Write the command in the open.",
  },
  {
    rule: "unpinned-install",
    severity: "warning",
    pattern:
      /\b(?:npx|bunx|pnpm\s+dlx|yarn\s+dlx|uvx|pipx\s+run)\s+(?:-{1,2}[\w-]+\s+)*(?!-)(?:@[\w.-]+\/)?[a-z][\w.-]*(?![\w.@/=-])/i,
    message: "A package is fetched and run in whatever version is there that day.",
    fix: "Name the version: `npx name@1.2.3`, `uvx name==1.2.3`.",
  },
  {
    rule: "unpinned-install",
    severity: "warning",
    pattern:
      /\b(?:pip|pip3|npm|yarn|pnpm|cargo|go|gem)\s+(?:install|add|i)\s+[^\n]{0,200}(?:git\+|https?:\/\/)[^\s@#]+(?![\w@#.-])/i,
    message: "Code is installed from an address without a fixed commit or version.",
    fix: "Add the commit or version to the address.",
  },
];

const longestLine = 4000;

/** Looks at one text for what a person reading it would not see or not want. */
export function scanText(text: string, file: string): Finding[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => scanLine(line, index === 0, file, index + 1));
}

function scanLine(line: string, isFirst: boolean, file: string, number: number): Finding[] {
  const findings: Finding[] = [];
  const hidden = hiddenIn(isFirst ? line.replace(/^\ufeff/, "") : line);
  if (hidden) findings.push({ ...hidden, file, line: number });
  // Longer lines are data; on them the patterns would only cost time.
  const command = line.slice(0, longestLine);
  const seen = new Set<string>();
  for (const { pattern, ...danger } of dangers) {
    if (seen.has(danger.rule) || !pattern.test(command)) continue;
    seen.add(danger.rule);
    findings.push({ ...danger, file, line: number });
  }
  return findings;
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
