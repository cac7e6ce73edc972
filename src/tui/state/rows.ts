import type { Phase } from "../../workflow/phase.ts";

/** What the list pane can show. */
export const listNames = ["project", "skills", "findings", "archive"] as const;
export type ListName = (typeof listNames)[number];

export const listTitles: Readonly<Record<ListName, string>> = {
  project: "Specs and work",
  skills: "Skills",
  findings: "Findings",
  archive: "Archived changes",
};

export type WorkKind = "change" | "feature" | "scratch_pad";
export type RowKind =
  | WorkKind
  | "spec"
  | "specification"
  | "implementation"
  | "skill"
  | "finding"
  | "archived";

/** A row of the list, whatever the format of the repository calls it. */
export interface Row {
  /** Unique in its list, and the same after a reload. */
  readonly key: string;
  readonly kind: RowKind;
  /** Rows of one section follow each other. */
  readonly section: string;
  /** What its own tool calls it, such as `OpenSpec change`. */
  readonly label: string;
  /** Its id, in one line. */
  readonly name: string;
  readonly title: string;
  /** Of its file or folder, relative to the project; of an artifact, its handle. */
  readonly locator: string;
  /** The absolute folder of work in flight; empty otherwise. */
  readonly directory: string;
  /** The next step of work; undefined for rows without steps. */
  readonly phase: Phase | undefined;
  readonly tasks: { readonly completed: number; readonly total: number };
  /** What is wrong with it or stops it, such as `invalid` or `blocked by add-login`. */
  readonly marks: readonly string[];
  /** The line of a finding. */
  readonly line?: number;
}

export function isWork({ kind }: Pick<Row, "kind">): boolean {
  return kind === "change" || kind === "feature" || kind === "scratch_pad";
}

/** Work that has the steps specify to implement. */
export function hasSteps({ kind }: Pick<Row, "kind">): boolean {
  return kind === "change" || kind === "feature";
}

/** A row, or the heading above the rows of a section. */
export type ListLine =
  | { readonly kind: "row"; readonly row: Row }
  | { readonly kind: "heading"; readonly text: string; readonly label: string };

/** The rows with a heading for each section. A label that all rows of a section share is in its heading. */
export function listLines(rows: readonly Row[]): ListLine[] {
  const sections = [...new Set(rows.map(({ section }) => section))];
  return sections.flatMap((section): ListLine[] => {
    const own = rows.filter((row) => row.section === section);
    const label = sharedLabel(own);
    const text = `${section} (${own.length})`;
    return [{ kind: "heading", text, label }, ...own.map((row) => ({ kind: "row" as const, row }))];
  });
}

/** The label of all these rows, or an empty text. */
export function sharedLabel(rows: readonly Row[]): string {
  const labels = new Set(rows.map(({ label }) => label));
  return labels.size === 1 ? (rows[0]?.label ?? "") : "";
}
