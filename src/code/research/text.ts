import { clip } from "../../kernel/clip.ts";
import { count, printable } from "../../kernel/text.ts";
import type { ChainLink, Source } from "./answer.ts";

/** How parts are set off; without a terminal nothing is. */
export interface Marks {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const plain: Marks = { strong: (text) => text, faint: (text) => text };
const maxLines = 80;

/** What is shown of a finding. */
interface Shown {
  readonly symbol: string;
  readonly kind: string;
  readonly source: Source;
  readonly relation: string;
  readonly confidence: string;
  readonly how?: string | undefined;
  readonly also_at?: readonly number[] | undefined;
}

interface ShownAnswer {
  readonly question: { readonly kind: string };
  readonly overview: string;
  readonly findings: readonly Shown[];
  readonly chains: readonly (readonly ChainLink[])[];
  readonly left_out: { readonly findings: number };
}

const none: ReadonlySet<string> = new Set();
const nothing = { lines: [], used: none };

/** The answer to read: what was found in a sentence, then chains as an indented list, each line with its place. */
export function researchText(answer: ShownAnswer, marks: Marks = plain): string {
  const { overview, findings, chains, left_out } = answer;
  const isList = flatKinds.has(answer.question.kind) || chains.length === 0;
  const { lines, used } = isTold.has(answer.question.kind)
    ? nothing
    : isList
      ? { lines: listed(findings, marks), used: none }
      : tree(answer, marks);
  const { shown, leftOut } = clip(lines, maxLines);
  const unseen =
    leftOut > 0 ? [`… ${count(leftOut, "more line")}; ask with a smaller depth or a narrower symbol.`] : [];
  const cut = left_out.findings > 0 ? [`${count(left_out.findings, "finding")} left out of the answer.`] : [];
  const told = shown.length > 0 ? ["", ...shown] : [];
  return [printable(overview), ...told, ...unseen, ...cut, ...legend(used)].join("\n");
}

/** Answers that are lists by nature. */
const flatKinds = new Set(["implementations", "subclasses", "supertypes"]);
/** Answers whose overview says it all. */
const isTold = new Set(["architecture", "patterns", "flow"]);

function listed(findings: readonly Shown[], marks: Marks): string[] {
  return findings.map(
    (finding) =>
      `- ${marks.strong(printable(`${finding.kind} ${finding.symbol}`))} — ${placeOf(finding.source)}${asideOf(finding, marks)}`,
  );
}

interface Branch {
  readonly link: ChainLink;
  readonly children: Map<string, Branch>;
}

/** Chains share beginnings: each is shown once, what follows is indented below. */
function tree(
  { chains, findings }: ShownAnswer,
  marks: Marks,
): { readonly lines: readonly string[]; readonly used: ReadonlySet<string> } {
  const roots = new Map<string, Branch>();
  for (const chain of chains) {
    let level = roots;
    for (const link of chain) {
      const id = `${link.symbol} ${placeOf(link.source)}`;
      const branch = level.get(id) ?? { link, children: new Map<string, Branch>() };
      level.set(id, branch);
      level = branch.children;
    }
  }
  const details = new Map(
    findings.map((finding) => [`${finding.symbol} ${placeOf(finding.source)}`, finding]),
  );
  const lines: string[] = [];
  const used = new Set<string>();
  const tell = (level: ReadonlyMap<string, Branch>, depth: number): void => {
    for (const [id, { link, children }] of level) {
      const finding = depth === 0 ? undefined : details.get(id);
      const relation = finding?.relation ?? link.relation ?? "";
      if (depth > 0) used.add(relation);
      const arrow = depth === 0 ? "" : `${arrows[relation] ?? "–"} `;
      const aside = finding ? asideOf(finding, marks) : "";
      lines.push(
        `${"  ".repeat(depth)}${arrow}${marks.strong(printable(link.symbol))} — ${placeOf(link.source)}${aside}`,
      );
      tell(children, depth + 1);
    }
  };
  tell(roots, 0);
  return { lines, used };
}

/** Arrows speak for themselves; other marks are explained where they occur. */
function legend(used: ReadonlySet<string>): string[] {
  const marks = Object.entries(words).filter(([relation]) => used.has(relation));
  return marks.length === 0
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

function asideOf({ confidence, how, also_at = [] }: Shown, { faint }: Marks): string {
  const parts = [
    confidence === "exact" ? "" : confidence,
    how ?? "",
    also_at.length > 0 ? `also at ${also_at.join(", ")}` : "",
  ];
  const text = parts.filter((part) => part !== "").join("; ");
  return text === "" ? "" : ` ${faint(printable(`(${text})`))}`;
}

function placeOf({ path, line }: Source): string {
  return path === "" ? "not in the repository" : printable(`${path}:${line}`);
}
