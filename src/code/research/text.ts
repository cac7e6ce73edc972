import { clip } from "../../kernel/clip.ts";
import { count, printable } from "../../kernel/text.ts";
import type { More, Source } from "./answer.ts";

/** How parts are set off; without a terminal nothing is. */
export interface Marks {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly place: (text: string) => string;
}

const same = (text: string) => text;
const plain: Marks = { strong: same, faint: same, place: same };

/** What is shown of a finding. */
export interface ShownFinding {
  readonly symbol: string;
  readonly kind: string;
  readonly source: Source;
  readonly relation: string;
  readonly hop: number;
  readonly confidence: string;
  readonly declared?: Source | undefined;
  readonly how?: string | undefined;
  readonly also_at?: readonly number[] | undefined;
  readonly range?: string | undefined;
  readonly text?: string | undefined;
  readonly via?: string | undefined;
}

export interface ShownAnswer {
  readonly excerpts?: More["excerpts"] | undefined;
  readonly related?: More["related"] | undefined;
  readonly tests?: More["tests"] | undefined;
  readonly documents?: More["documents"] | undefined;
  readonly question: { readonly kind: string };
  readonly overview: string;
  readonly findings: readonly ShownFinding[];
  readonly left_out?: { readonly findings?: number | undefined } | undefined;
  readonly hint?: string | undefined;
}

/** Answers whose overview says it all. */
const isOverview = new Set(["architecture", "patterns", "flow"]);
const maxLines = 400;

/** The answer to read: what was found in a sentence, then the findings, each line with its place. */
export function researchText(answer: ShownAnswer, marks: Marks = plain): string {
  const { overview, question, findings, left_out } = answer;
  const lines = isOverview.has(question.kind)
    ? []
    : question.kind === "free"
      ? findings.map((each, at) => stepLine(each, at + 1, marks))
      : treeLines(findings, marks);
  const { shown, leftOut } = clip(lines, maxLines);
  const missing = leftOut + (left_out?.findings ?? 0);
  const cut = missing > 0 ? [`… ${count(missing, "more finding")}.`] : [];
  const body = shown.length > 0 ? ["", ...shown, ...cut] : cut;
  const relations = new Set(isOverview.has(question.kind) ? [] : findings.map(({ relation }) => relation));
  return [
    printable(overview),
    ...body,
    ...moreLines(answer, marks),
    ...(answer.hint === undefined ? [] : ["", answer.hint]),
    ...legend(question.kind, relations),
  ].join("\n");
}

function moreLines(
  { excerpts = [], related = [], tests = [], documents = [] }: ShownAnswer,
  marks: Marks,
): string[] {
  const block = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", marks.strong(title), ...lines.map((line) => printable(line))];
  return [
    ...excerpts.flatMap(({ path, lines }) => ["", marks.place(printable(path)), printable(lines)]),
    ...block("Also near:", related),
    ...block("Tests:", tests),
    ...block("Documents and settings:", documents),
  ];
}

/** `3 └ Archiver.save — internal/archiver.go:463-630, called archiver.go:697`. */
function stepLine(finding: ShownFinding, number: number, marks: Marks): string {
  const { symbol, source, declared, range, hop, relation } = finding;
  const at = declared ?? source;
  const place = at.path === "" ? "" : `${at.path}:${range ?? at.line}`;
  const isCall = relation === "calls" && source.path !== "";
  const where = source.path === at.path ? `:${source.line}` : `${source.path}:${source.line}`;
  const call = isCall ? `, called ${where}` : "";
  const indent = hop === 0 ? "" : `${"  ".repeat(hop - 1)}└ `;
  return `${String(number).padStart(2)} ${indent}${marks.strong(printable(symbol))} — ${marks.place(printable(place))}${printable(call)}${asideOf({ ...finding, via: undefined }, marks)}`;
}

/** What leads to what, indented: a finding is below the one that it was found through. */
function treeLines(findings: readonly ShownFinding[], marks: Marks): string[] {
  const below = new Map<string, ShownFinding[]>();
  const tops: ShownFinding[] = [];
  const known = new Set(findings.map(({ symbol, hop }) => `${hop} ${symbol}`));
  for (const finding of findings) {
    const { hop, via } = finding;
    const parent = `${hop - 1} ${via}`;
    if (hop > 1 && via !== undefined && known.has(parent))
      below.set(parent, [...(below.get(parent) ?? []), finding]);
    else tops.push(finding);
  }
  const seen = new Set<ShownFinding>();
  const show = (finding: ShownFinding, depth: number): string[] => {
    if (seen.has(finding)) return [];
    seen.add(finding);
    const children = below.get(`${finding.hop} ${finding.symbol}`) ?? [];
    return [findingLine(finding, depth, marks), ...children.flatMap((child) => show(child, depth + 1))];
  };
  return tops.flatMap((finding) => show(finding, 1));
}

function findingLine(finding: ShownFinding, depth: number, marks: Marks): string {
  const { symbol, kind, source, relation, range, text, declared } = finding;
  const arrow = arrows[relation] ?? "–";
  const name = relation === "conforms" || relation === "inherits" ? `${kind} ${symbol}` : symbol;
  const isElsewhere = declared !== undefined && declared.path !== source.path;
  const isOneLine = range === `${source.line}-${source.line}`;
  const lines = range === undefined || isElsewhere || isOneLine ? "" : ` in ${range}`;
  const home = isElsewhere ? ` (declared ${declared.path}:${range ?? declared.line})` : "";
  const code = text === undefined || text === "" ? "" : `: ${text}`;
  return `${"  ".repeat(depth)}${arrow} ${marks.strong(printable(name))} — ${marks.place(placeOf(source))}${printable(`${lines}${home}`)}${asideOf(finding, marks)}${marks.faint(printable(code))}`;
}

/** Arrows speak for themselves; other marks are explained where they occur. */
function legend(kind: string, used: ReadonlySet<string>): string[] {
  const marks = Object.entries(words).filter(([relation]) => used.has(relation));
  return marks.length === 0 || kind === "free"
    ? []
    : [`(${marks.map(([relation, word]) => `${arrows[relation] ?? "–"} ${word}`).join(", ")})`];
}

const words: Readonly<Record<string, string>> = {
  references: "names",
  conforms: "conforms",
  inherits: "inherits",
  extends: "extends",
  imports: "imports",
};

const arrows: Readonly<Record<string, string>> = {
  called_by: "←",
  calls: "→",
  references: "·",
  conforms: ":",
  inherits: "<",
  extends: "+",
  imports: "⇐",
};

function asideOf({ confidence, how, also_at = [], via, hop }: ShownFinding, { faint }: Marks): string {
  const parts = [
    confidence === "exact" ? "" : confidence,
    how ?? "",
    hop === 1 && via !== undefined && how === undefined ? `of ${via}` : "",
    also_at.length > 0 ? `also at ${also_at.join(", ")}` : "",
  ];
  const text = parts.filter((part) => part !== "").join("; ");
  return text === "" ? "" : ` ${faint(printable(`(${text})`))}`;
}

function placeOf({ path, line }: Source): string {
  return path === "" ? "not in the repository" : printable(`${path}:${line}`);
}
