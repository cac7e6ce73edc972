import type { FormField } from "../../client/answers/form.ts";
import type { RunError, RunState } from "../../client/run/outcome.ts";
import type { OutputLine } from "../../client/run/output.ts";
import type { ProgressReport } from "../../client/session/progress.ts";
import type { Step } from "../../workflow/phase.ts";
import type { Keymap } from "../keys/keymap.ts";
import type { Size } from "../screen/grid.ts";
import type { Editor } from "./editor.ts";
import type { LineInput } from "./line-input.ts";
import type { ListName, Row } from "./rows.ts";
import type { Tab } from "./tabs.ts";

export const paneNames = ["list", "worktrees", "document", "output"] as const;
export type PaneName = (typeof paneNames)[number];

export interface TreeStatus {
  readonly modified: number;
  readonly staged: number;
  readonly untracked: number;
  readonly ahead: number;
  readonly behind: number;
}

export interface TreeRow {
  readonly path: string;
  readonly branch: string | undefined;
  readonly main: boolean;
  readonly detached: boolean;
  readonly locked: string | undefined;
  readonly prunable: string | undefined;
  readonly status: TreeStatus | undefined;
}

/** A file of a checkout. */
export interface FileLocation {
  /** The root of the checkout. */
  readonly root: string;
  readonly path: string;
}

export interface TaskMark {
  /** 1-based. */
  readonly line: number;
  readonly done: boolean;
  /** The whole line as it was read, so that a task is ticked only if its line is unchanged. */
  readonly text: string;
}

export interface PageItem {
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

export interface TextPage {
  readonly kind: "text";
  readonly file: FileLocation | undefined;
  /** Without control characters and tabs. */
  readonly lines: readonly string[];
  readonly markdown: boolean;
  readonly tasks: readonly TaskMark[];
  /** Its lines are those of a redline: `+ ` added, `- ` removed. */
  readonly diff?: boolean;
  /** The line to scroll to, 1-based. */
  readonly at?: number;
  readonly notes: readonly string[];
}

export type Page =
  | TextPage
  | { readonly kind: "items"; readonly items: readonly PageItem[]; readonly empty: string }
  | { readonly kind: "absent"; readonly message: string; readonly hint: string };

export interface Position {
  /** The first visible row. */
  readonly top: number;
  /** The width at which `top` counts rows. */
  readonly cols?: number;
  /** The selected task or item. */
  readonly cursor: number;
}

export type RunPhase = "queued" | "starting" | "running" | "overdue" | "cancelling" | RunState;

export interface FileChange {
  readonly name: string;
  readonly added: number;
  readonly removed: number;
}

export interface Run {
  readonly id: number;
  readonly step: Step;
  /** The key of the row that it works on. */
  readonly row: string;
  /** The change or feature. */
  readonly name: string;
  readonly directory: string;
  /** Arguments of the tool, without `spec_directory`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly phase: RunPhase;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** When the agent last sent something, for the time limit. */
  readonly lastActivityAt: number;
  readonly progress: ProgressReport | undefined;
  readonly lines: readonly OutputLine[];
  /** How many earlier lines are only in the log. */
  readonly droppedLines: number;
  readonly error: RunError | undefined;
  readonly log: string;
  readonly changes: readonly FileChange[];
  /** Lines between the last visible one and the end; 0 follows the output. */
  readonly scroll: number;
  readonly details: boolean;
}

export type AgentState =
  | { readonly kind: "unknown" }
  | { readonly kind: "connecting"; readonly since: number }
  | { readonly kind: "ready"; readonly name: string; readonly tools: number; readonly missing: number }
  | { readonly kind: "untrusted"; readonly line: string }
  | { readonly kind: "down"; readonly reason: string };

export interface Notice {
  readonly id: number;
  readonly at: number;
  readonly text: string;
  readonly bad: boolean;
}

/** An error and what to do about it. */
export interface Card {
  readonly title: string;
  readonly message: string;
  readonly hint: string;
  readonly details: string;
}

export interface SearchHit {
  readonly kind: "spec" | "code" | "text";
  readonly title: string;
  readonly path: string;
  readonly line: number;
  readonly score: number;
  readonly preview: readonly string[];
}

/** What `n` can create. */
export type NewFormat = "change" | "feature" | "specification";

export type PromptPurpose =
  | { readonly kind: "new-work"; readonly formats: readonly NewFormat[]; readonly index: number }
  | { readonly kind: "describe"; readonly row: string }
  | { readonly kind: "question"; readonly row: string }
  | { readonly kind: "force-delete"; readonly path: string; readonly branch: string }
  | { readonly kind: "filter" }
  | { readonly kind: "find" };

export type ConfirmPurpose =
  | { readonly kind: "quit" }
  | { readonly kind: "delete"; readonly path: string; readonly branch: string }
  | { readonly kind: "copy-spec"; readonly folder: string; readonly from: string; readonly to: string }
  | { readonly kind: "fix"; readonly id: string }
  | { readonly kind: "archive"; readonly id: string; readonly allowOpenTasks: boolean }
  | { readonly kind: "undo"; readonly id: string }
  | { readonly kind: "operation"; readonly call: OperationCall }
  /** Only to be read. */
  | { readonly kind: "read" };

/** An operation with the arguments that the selection gives. */
export interface OperationCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** An operation of the catalog, as the command palette offers it. */
export interface OperationEntry {
  readonly name: string;
  readonly toolset: string;
  /** The words of its command. */
  readonly words: string;
  readonly summary: string;
  readonly writes: boolean;
  readonly fields: readonly string[];
  readonly required: readonly string[];
}

/** A dialog. Dialogs stack; the last one is on top. */
export type Modal =
  | { readonly kind: "help"; readonly top: number }
  | { readonly kind: "run-menu"; readonly row: string; readonly cursor: number }
  | {
      readonly kind: "prompt";
      readonly purpose: PromptPurpose;
      readonly title: string;
      readonly hint: string;
      readonly input: LineInput;
      /** A checkbox, such as the worktree of a new spec. */
      readonly option?: { readonly label: string; readonly on: boolean };
    }
  | {
      readonly kind: "confirm";
      readonly purpose: ConfirmPurpose;
      readonly title: string;
      readonly lines: readonly string[];
      readonly top: number;
    }
  | { readonly kind: "palette"; readonly input: LineInput; readonly cursor: number }
  | {
      readonly kind: "search";
      readonly input: LineInput;
      readonly cursor: number;
      readonly hits: readonly SearchHit[];
      /** The query of `hits`; undefined before the first search. */
      readonly lastQuery: string | undefined;
      readonly state: "idle" | "searching" | "indexing";
      readonly note: string;
    }
  | {
      readonly kind: "approve";
      readonly questionId: number;
      readonly title: string;
      readonly lines: readonly string[];
      readonly top: number;
      readonly offers: ApproveOffers;
    }
  | {
      readonly kind: "form";
      readonly questionId: number;
      readonly message: string;
      readonly fields: readonly { readonly field: FormField; readonly input: LineInput }[];
      readonly index: number;
      readonly problem: string;
    }
  | { readonly kind: "card"; readonly card: Card; readonly open: boolean; readonly top: number }
  | { readonly kind: "conflict"; readonly current: string; readonly sha256: string }
  | { readonly kind: "leave" };

/** Answers that a dialog offers in addition to yes and no. */
export interface ApproveOffers {
  /** Permission for the rest of the run, because the agent may ask again. */
  readonly forRun: boolean;
  /** Editing the prompt before it goes to a model. */
  readonly edit: boolean;
}

export interface UiSettings {
  readonly ascii: boolean;
  readonly motion: boolean;
  readonly color: boolean;
  readonly maxRuns: number;
  readonly idleLimitMs: number;
  readonly agent: string;
}

/** What `hewto status` says of the project. */
export interface ProjectFacts {
  readonly formats: readonly string[];
  readonly errors: number;
  readonly warnings: number;
  readonly skills: number;
}

/** The state of the app: everything that the view and the meaning of keys depend on. */
export interface State {
  readonly now: number;
  readonly size: Size;
  readonly keymap: Keymap;
  readonly ui: UiSettings;
  readonly project: {
    readonly root: string;
    readonly name: string;
    readonly branch: string | undefined;
    readonly isRepository: boolean;
  };
  /** The worktree that the user switched to; the project itself at first. */
  readonly activeRoot: string;
  readonly agent: AgentState;
  /** The visible list. */
  readonly list: ListName;
  readonly lists: Readonly<Record<ListName, readonly Row[]>>;
  /** The formats of the repository, such as `openspec`, and how much is wrong; undefined until it was checked. */
  readonly status: ProjectFacts | undefined;
  /** The tabs of rows, by their key. */
  readonly details: Readonly<Record<string, readonly Tab[]>>;
  /** Undefined until the command palette opens for the first time. */
  readonly operations: readonly OperationEntry[] | undefined;
  /** The change that was archived last in this session. */
  readonly lastArchived: string | undefined;
  /** Descriptions of new work that has no text yet, by the key of its row. */
  readonly descriptions: Readonly<Record<string, string>>;
  readonly trees: readonly TreeRow[];
  /** Bytes that worktrees use on disk, by path; undefined while they are being counted. */
  readonly treeSizes: Readonly<Record<string, number | undefined>>;
  readonly loaded: {
    readonly lists: Readonly<Partial<Record<ListName, true | "failed">>>;
    readonly trees: boolean;
  };
  readonly pane: PaneName;
  readonly zoom: boolean;
  /** The key of the selected row. */
  readonly selected: string;
  /** The row that was selected in each list before another list was shown. */
  readonly lastSelected: Readonly<Partial<Record<ListName, string>>>;
  readonly treeCursor: number;
  readonly filter: string;
  readonly find: string;
  /** The tab to show where the selected row has it. */
  readonly tab: string;
  /** The open item of each list page, by the key of the list. */
  readonly openItems: Readonly<Record<string, string>>;
  readonly pages: Readonly<Record<string, Page>>;
  readonly positions: Readonly<Record<string, Position>>;
  readonly editor: Editor | undefined;
  readonly clipboard: string;
  readonly runs: readonly Run[];
  readonly currentRunId: number | undefined;
  readonly outputOpen: boolean;
  readonly modals: readonly Modal[];
  /** When the last dialog opened; older messages do not cover its keys in the footer. */
  readonly modalOpenedAt: number;
  /** Dialogs that the user did not ask for; they wait while the user types or another dialog is open. */
  readonly queuedModals: readonly Modal[];
  readonly notices: readonly Notice[];
  readonly nextId: number;
  readonly interruptedAt: number | undefined;
}
