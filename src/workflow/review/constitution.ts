import { readMarkdown } from "../../markdown/document.ts";
import { capitalize } from "../draft/sentences.ts";
import { principlesIn } from "../steps/principles.ts";
import { insertAfter } from "../write/insert.ts";
import { fillConstitution } from "./constitution-template.ts";

export interface Principle {
  readonly name: string;
  readonly text: string;
}

/** `Test first: tests are written before code.` */
export function parsePrinciple(given: string): Principle | undefined {
  const [, name = "", text = ""] = /^([^:]{1,100}):\s*(\S[\s\S]*)$/.exec(given.trim()) ?? [];
  return name.trim() === "" ? undefined : { name: name.trim(), text: text.replace(/\s+/g, " ").trim() };
}

/** A new constitution from the project's template. */
export function newConstitution(
  template: string,
  project: string,
  principles: readonly Principle[],
  date: string,
): string {
  const text = (first: number) =>
    principles.map((each, index) => principleText(each, first + index)).join("\n\n");
  const filled = fillConstitution(template, { project, date, principles: text });
  return `${report("none", "1.0.0", principles)}\n\n${filled}`;
}

/** A constitution with further principles and a higher minor version; existing principles stay. */
export function amended(text: string, principles: readonly Principle[], date: string): string {
  const known = new Set(principlesIn(text).map(bare));
  const added = principles.filter(({ name }) => !known.has(bare(name)));
  if (added.length === 0) return text;
  const core = readMarkdown(text).headings.find(({ text: title }) => /^core principles$/i.test(title));
  const body = `\n${added.map((each, index) => principleText(each, known.size + index)).join("\n\n")}`;
  const extended = core
    ? insertAfter(text, core.endLine, body)
    : `${text.trimEnd()}\n\n## Core Principles\n${body}\n`;
  const [, major = "1", minor = "0"] = /\*\*Version\*\*:\s*(\d+)\.(\d+)/.exec(text) ?? [];
  const version = `${major}.${Number(minor) + 1}.0`;
  const versioned = extended
    .replace(/(\*\*Version\*\*:\s*)[\d.]+/, `$1${version}`)
    .replace(/(\*\*Last Amended\*\*:\s*)[\d-]+/, `$1${date}`)
    .replace(/^<!--\s*Sync Impact Report[\s\S]*?-->\s*/, "");
  return `${report(`${major}.${minor}.x`, version, added)}\n\n${versioned.trimStart()}`;
}

function principleText({ name, text }: Principle, index: number): string {
  return `### ${roman(index + 1)}. ${name}\n\n${capitalize(/[.!?]$/.test(text) ? text : `${text}.`)}`;
}

function report(from: string, to: string, added: readonly Principle[]): string {
  return `<!--\nSync Impact Report\nVersion change: ${from} → ${to}\nAdded principles: ${added.map(({ name }) => name.replaceAll("--", "-")).join(", ")}\n-->`;
}

function bare(name: string): string {
  return name.replace(/^[IVXLC\d]+\.\s*/, "").toLowerCase();
}

function roman(number: number): string {
  const numerals: readonly (readonly [number, string])[] = [
    [10, "X"],
    [9, "IX"],
    [5, "V"],
    [4, "IV"],
    [1, "I"],
  ];
  let [rest, text] = [number, ""];
  for (const [value, numeral] of numerals) for (; rest >= value; rest -= value) text += numeral;
  return text;
}
