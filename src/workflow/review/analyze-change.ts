import { readDelta } from "../../changes/delta/delta.ts";
import type { TaskItem } from "../../markdown/tasks.ts";
import type { ChangeDocuments } from "../changes/change-documents.ts";
import type { Numbered } from "../read/spec-document.ts";
import {
  type Analysis,
  ambiguityDrafts,
  constitutionDrafts,
  type Draft,
  duplicateDrafts,
  numbered,
  placeholderDrafts,
} from "./analyze.ts";
import { type Gap, missingFiles } from "./converge.ts";

/** A requirement that a change adds or modifies. Its id is its name. */
export interface ChangedRequirement extends Numbered {
  /** `specs/auth/spec.md` in the change. */
  readonly file: string;
}

export function requirementsOf({ deltas }: ChangeDocuments): ChangedRequirement[] {
  return [...deltas].flatMap(([capability, text]) => {
    const { added, modified } = readDelta(text);
    return [...added, ...modified].map(({ name, description, line }) => ({
      id: name,
      text: description,
      line,
      file: `specs/${capability}/spec.md`,
    }));
  });
}

/** Compares the documents of a change with each other and with the constitution. Nothing is written. */
export function analyzeChange(
  change: ChangeDocuments,
  tasks: readonly TaskItem[],
  principles: readonly string[],
): Analysis {
  const requirements = requirementsOf(change);
  const coverage = requirements.map(({ id }) => ({
    key: id,
    tasks: tasks.filter((task) => isAbout(task, id)).map((task) => task.id ?? task.description),
  }));
  const files = [...new Set(requirements.map(({ file }) => file))];
  const { proposal, design, tasks: list, deltas } = change;
  const texts = Object.fromEntries([...deltas].map(([name, text]) => [`specs/${name}/spec.md`, text]));
  const drafts = [
    ...(design === undefined ? [] : constitutionDrafts("design.md", design, principles)),
    ...uncovered(requirements, coverage),
    ...files.flatMap((file) => {
      const own = requirements.filter((each) => each.file === file);
      return [...duplicateDrafts(own, file), ...ambiguityDrafts(own, file)];
    }),
    ...placeholderDrafts({ "proposal.md": proposal, "design.md": design, "tasks.md": list, ...texts }),
  ];
  return { findings: numbered(drafts), coverage, unmapped: [] };
}

/** Gaps between a change and the files: requirements without a task, and missing files of checked tasks. */
export function changeGaps(
  change: ChangeDocuments,
  tasks: readonly TaskItem[],
  isThere: (path: string) => boolean,
): Gap[] {
  const missing = requirementsOf(change)
    .filter(({ id }) => !tasks.some((task) => isAbout(task, id)))
    .map(({ id }): Gap => ({ source: `"${id}"`, kind: "missing", text: `Implement "${id}" with tests` }));
  const planned = tasks.map(({ text }) => text);
  return [...missing, ...missingFiles(tasks, isThere)].filter(
    ({ text }) => !planned.some((known) => known.includes(text)),
  );
}

/** Tasks of a change rarely repeat the name of a requirement, so one word in common counts. */
function isAbout({ text, continuation, headings }: TaskItem, name: string): boolean {
  const inTask = new Set(wordsOf([text, continuation, ...headings].join(" ")));
  const words = wordsOf(name);
  return words.length === 0 || words.some((word) => inTask.has(word));
}

/** Words of at least four letters by their beginning, so that `export` fits `exporting`; other scripts in pairs. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    if (/^[a-z0-9]+$/.test(word)) return word.length < 4 ? [] : [word.slice(0, 5)];
    return Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2));
  });
}

function uncovered(requirements: readonly ChangedRequirement[], coverage: Analysis["coverage"]): Draft[] {
  return requirements.flatMap(({ id, file, line }, index): Draft[] =>
    (coverage[index]?.tasks.length ?? 0) > 0
      ? []
      : [
          {
            category: "Coverage",
            severity: "HIGH",
            location: `${file}:${line}`,
            summary: `No task mentions "${id}".`,
            recommendation: "Add a task for it to tasks.md.",
          },
        ],
  );
}
