import { byCodePoint } from "../../kernel/order.ts";
import { readMarkdown } from "../../markdown/document.ts";
import type { TaskItem } from "../../markdown/tasks.ts";
import type { FeatureDocuments } from "../documents.ts";
import { type Numbered, readSpec, type SpecDocument } from "../read/spec-document.ts";
import { requirementsByStory } from "../write/trace-stories.ts";

export const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;
export type Severity = (typeof severities)[number];

export interface AnalysisFinding {
  readonly id: string;
  readonly category: string;
  readonly severity: Severity;
  /** `spec.md:12`. */
  readonly location: string;
  readonly summary: string;
  readonly recommendation: string;
}

export interface Analysis {
  readonly findings: readonly AnalysisFinding[];
  readonly coverage: readonly { readonly key: string; readonly tasks: readonly string[] }[];
  /** Tasks of a story's phase or of none that name no requirement and no story. */
  readonly unmapped: readonly string[];
}

export type Draft = Omit<AnalysisFinding, "id">;

const vague =
  /\b(fast|quick|quickly|scalable|secure|securely|intuitive|robust|easy|easily|user-friendly|efficient|efficiently|seamless|modern|flexible|reliable|simple)\b/i;
const placeholder = /\bTODO\b|\bTKTK\b|\?\?\?|\bTBD\b|\[NEEDS CLARIFICATION[^\]]*\]|<placeholder>/;

/** Compares spec, plan and tasks of a feature with each other and with the constitution. Nothing is written. */
export function analyze(documents: FeatureDocuments, principles: readonly string[]): Analysis {
  const spec = readSpec(documents.spec ?? "");
  const coverage = coverageOf(spec, documents.items);
  const drafts = [
    ...constitutionDrafts("plan.md", documents.plan ?? "", principles),
    ...coverageDrafts(spec, coverage),
    ...duplicateDrafts(spec.requirements, "spec.md"),
    ...ambiguityDrafts([...spec.requirements, ...spec.criteria], "spec.md"),
    ...placeholderDrafts({
      "spec.md": documents.spec,
      "plan.md": documents.plan,
      "tasks.md": documents.tasks,
    }),
    ...storyDrafts(spec),
    ...entityDrafts(spec, documents.files.get("data-model.md")?.text),
  ];
  return { findings: numbered(drafts), coverage, unmapped: unmappedTasks(documents.items) };
}

/** The worst first, each with an id. */
export function numbered(drafts: readonly Draft[]): AnalysisFinding[] {
  const rank = (draft: Draft) => severities.indexOf(draft.severity);
  const sorted = [...drafts].sort((a, b) => rank(a) - rank(b) || byCodePoint(a.location, b.location));
  const counters = new Map<string, number>();
  return sorted.map((draft) => {
    const initial = draft.category.charAt(0);
    counters.set(initial, (counters.get(initial) ?? 0) + 1);
    return { id: `${initial}${counters.get(initial)}`, ...draft };
  });
}

/** The tasks of each requirement and criterion: those that name it, or those of its story. */
export function coverageOf(
  spec: SpecDocument,
  tasks: readonly TaskItem[],
): { key: string; tasks: string[] }[] {
  const byStory = requirementsByStory(spec);
  return [...spec.requirements, ...spec.criteria].map(({ id }) => {
    const stories = [...byStory]
      .filter(([, list]) => list.some((each) => each.id === id))
      .map(([number]) => `US${number}`);
    const named = tasks.filter(({ text, continuation }) => `${text} ${continuation}`.includes(id));
    const mapped =
      named.length > 0 ? named : tasks.filter(({ story }) => story !== undefined && stories.includes(story));
    return { key: id, tasks: mapped.map((task) => task.id ?? task.description) };
  });
}

function coverageDrafts(spec: SpecDocument, coverage: Analysis["coverage"]): Draft[] {
  const first = new Set(
    [...requirementsByStory(spec)]
      .filter(([number]) => spec.stories.find((story) => story.number === number)?.priority === "P1")
      .flatMap(([, list]) => list.map(({ id }) => id)),
  );
  return coverage
    .filter(({ tasks }) => tasks.length === 0)
    .map(({ key }) => ({
      category: "Coverage",
      severity: key.startsWith("SC-") ? "MEDIUM" : first.has(key) ? "CRITICAL" : "HIGH",
      location: `spec.md:${lineOf(spec, key)}`,
      summary: `${key} has no task.`,
      recommendation: `Add a task that names ${key}.`,
    }));
}

function lineOf({ requirements, criteria }: SpecDocument, id: string): number {
  return [...requirements, ...criteria].find((each) => each.id === id)?.line ?? 1;
}

export function duplicateDrafts(requirements: readonly Numbered[], file: string): Draft[] {
  return requirements.flatMap((one, index) =>
    requirements.slice(index + 1).flatMap((other): Draft[] =>
      similarity(one.text, other.text) < 0.8
        ? []
        : [
            {
              category: "Duplication",
              severity: "HIGH",
              location: `${file}:${other.line}`,
              summary: `${other.id} says nearly the same as ${one.id}.`,
              recommendation: "Merge them and keep the clearer one.",
            },
          ],
    ),
  );
}

/** The share of words that two texts have in common. */
function similarity(one: string, other: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const [a, b] = [words(one), words(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared);
}

export function ambiguityDrafts(statements: readonly Numbered[], file: string): Draft[] {
  return statements.flatMap(({ id, text, line }): Draft[] => {
    const word = vague.exec(text)?.[1];
    if (word === undefined || /\d/.test(text)) return [];
    const isCritical = /^(?:fast|quick|secur|scal)/i.test(word);
    return [
      {
        category: "Ambiguity",
        severity: isCritical ? "HIGH" : "MEDIUM",
        location: `${file}:${line}`,
        summary: `${id} says "${word}" without a measure.`,
        recommendation: "Say how it is measured, with a number.",
      },
    ];
  });
}

export function placeholderDrafts(texts: Readonly<Record<string, string | undefined>>): Draft[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    readMarkdown(text ?? "")
      .lines.filter((line) => line.kind === "prose" && placeholder.test(line.text))
      .map(
        (line): Draft => ({
          category: "Ambiguity",
          severity: "HIGH",
          location: `${name}:${line.number}`,
          summary: `Unresolved: ${placeholder.exec(line.text)?.[0] ?? ""}`,
          recommendation: "Answer it before you implement.",
        }),
      ),
  );
}

function storyDrafts({ stories }: SpecDocument): Draft[] {
  return stories
    .filter(({ scenarios }) => scenarios.length === 0)
    .map(({ number, line }) => ({
      category: "Underspecification",
      severity: "HIGH",
      location: `spec.md:${line}`,
      summary: `User Story ${number} has no acceptance scenario.`,
      recommendation: "Add a numbered Given / When / Then scenario.",
    }));
}

/** A principle that the plan does not mention was not checked. */
export function constitutionDrafts(file: string, plan: string, principles: readonly string[]): Draft[] {
  const text = plan.toLowerCase();
  return principles
    .filter((name) => !text.includes(name.replace(/^[IVX\d]+\.\s*/, "").toLowerCase()))
    .map((name) => ({
      category: "Constitution",
      severity: "CRITICAL",
      location: `${file}:1`,
      summary: `The plan does not check the principle "${name}".`,
      recommendation: `Add it to the Constitution Check of ${file}.`,
    }));
}

function entityDrafts({ entities }: SpecDocument, model: string | undefined): Draft[] {
  if (model === undefined) return [];
  const headings = readMarkdown(model).headings.filter(({ level }) => level === 2);
  const names = new Set(entities.map(({ name }) => name.toLowerCase()));
  const modeled = new Set(headings.map(({ text }) => text.toLowerCase()));
  const draft = (location: string, summary: string): Draft => ({
    category: "Inconsistency",
    severity: "MEDIUM",
    location,
    summary,
    recommendation: "Use one name for it in both documents.",
  });
  return [
    ...entities
      .filter(({ name }) => !modeled.has(name.toLowerCase()))
      .map(({ name }) => draft("data-model.md:1", `The entity ${name} of spec.md is not in data-model.md.`)),
    ...headings
      .filter(({ text }) => !names.has(text.toLowerCase()))
      .map(({ text, line }) => draft(`data-model.md:${line}`, `The entity ${text} is not in spec.md.`)),
  ];
}

function unmappedTasks(tasks: readonly TaskItem[]): string[] {
  const isShared = ({ headings }: TaskItem) =>
    headings.some((heading) => /\b(?:setup|foundation\w*|polish|cross-cutting|convergence)\b/i.test(heading));
  return tasks
    .filter((task) => task.story === undefined && !/\b(?:FR|SC)-\d+/.test(task.text) && !isShared(task))
    .map((task) => task.id ?? task.description);
}
