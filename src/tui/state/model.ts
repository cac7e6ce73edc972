import type { FormField } from "../../client/answers/form.ts";
import type { RunError, RunState } from "../../client/run/outcome.ts";
import type { OutputLine } from "../../client/run/output.ts";
import type { ProgressReport } from "../../client/session/progress.ts";
import type { Phase, Step } from "../../workflow/phase.ts";
import type { Keymap } from "../keys/keymap.ts";
import type { Size } from "../screen/grid.ts";
import type { Editor } from "./editor.ts";
import type { LineInput } from "./line-input.ts";
import type { TabId } from "./tabs.ts";

export const paneNames = ["specs", "worktrees", "document", "output"] as const;
export type PaneName = (typeof paneNames)[number];

/** A feature in the list: what `features list` says of it. */
export interface FeatureRow {
  readonly folder: string;
  /** Undefined until its documents have been read. */
  readonly phase: Phase | undefined;
  readonly tasks: { readonly completed: number; readonly total: number };
  readonly title: string;
  readonly directory: string;
  readonly branch: string | undefined;
  readonly worktree: string | undefined;
  readonly problem: string | undefined;
}

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

/** A file that can be edited or have a task ticked. */
export interface FilePlace {
  /** The checkout that holds it. */
  readonly root: string;
  readonly path: string;
}

export interface TaskMark {
  /** 1-based. */
  readonly line: number;
  readonly done: boolean;
  /** The whole line as it was read; a toggle of another line would be wrong. */
  readonly text: string;
}

export interface PageItem {
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

export interface TextPage {
  readonly kind: "text";
  readonly place: FilePlace | undefined;
  /** Fit for cells: no control characters, no tabs. */
  readonly lines: readonly string[];
  readonly markdown: boolean;
  readonly tasks: readonly TaskMark[];
  /** The line to begin with, 1-based. */
  readonly at?: number;
  readonly notes: readonly string[];
}

export type Page =
  | TextPage
  | { readonly kind: "items"; readonly items: readonly PageItem[]; readonly empty: string }
  | { readonly kind: "absent"; readonly message: string; readonly hint: string };

export interface Position {
  /** First row on the screen. */
  readonly top: number;
  /** The width of the rows that it counts. */
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
  readonly folder: string;
  readonly directory: string;
  /** Arguments of the tool beside `spec_directory`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly phase: RunPhase;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** When something last came from the agent, for the time limit. */
  readonly heardAt: number;
  readonly progress: ProgressReport | undefined;
  readonly lines: readonly OutputLine[];
  /** How many earlier lines are only in the log. */
  readonly dropped: number;
  readonly error: RunError | undefined;
  readonly log: string;
  readonly changes: readonly FileChange[];
  /** Rows between the last line shown and the end; 0 follows the output. */
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

/** An error with what to do about it. */
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

export type PromptPurpose =
  | { readonly kind: "new-spec" }
  | { readonly kind: "describe"; readonly folder: string }
  | { readonly kind: "question"; readonly folder: string }
  | { readonly kind: "force-delete"; readonly path: string; readonly branch: string }
  | { readonly kind: "filter" }
  | { readonly kind: "find" };

export type ConfirmPurpose =
  | { readonly kind: "quit" }
  | { readonly kind: "delete"; readonly path: string; readonly branch: string }
  | { readonly kind: "copy-spec"; readonly folder: string; readonly from: string; readonly to: string };

/** A dialog on top of everything; several may lie on each other. */
export type Modal =
  | { readonly kind: "help"; readonly top: number }
  | { readonly kind: "run-menu"; readonly folder: string; readonly cursor: number }
  | {
      readonly kind: "prompt";
      readonly purpose: PromptPurpose;
      readonly title: string;
      readonly hint: string;
      readonly input: LineInput;
      /** Something that can be turned on and off, such as the worktree of a new spec. */
      readonly option?: { readonly label: string; readonly on: boolean };
    }
  | {
      readonly kind: "confirm";
      readonly purpose: ConfirmPurpose;
      readonly title: string;
      readonly lines: readonly string[];
    }
  | { readonly kind: "palette"; readonly input: LineInput; readonly cursor: number }
  | {
      readonly kind: "search";
      readonly input: LineInput;
      readonly cursor: number;
      readonly hits: readonly SearchHit[];
      /** What was searched for; undefined before the first search. */
      readonly asked: string | undefined;
      readonly state: "idle" | "searching" | "indexing";
      readonly note: string;
    }
  | {
      readonly kind: "approve";
      readonly ask: number;
      readonly title: string;
      readonly lines: readonly string[];
      readonly top: number;
      readonly offers: ApproveOffers;
    }
  | {
      readonly kind: "form";
      readonly ask: number;
      readonly message: string;
      readonly fields: readonly FormField[];
      readonly index: number;
      readonly inputs: readonly LineInput[];
      readonly problem: string;
    }
  | { readonly kind: "card"; readonly card: Card; readonly open: boolean; readonly top: number }
  | { readonly kind: "conflict"; readonly current: string; readonly sha256: string }
  | { readonly kind: "leave" };

/** What the person may answer beside yes and no. */
export interface ApproveOffers {
  /** The same will be asked again, so that a yes may hold for the whole run. */
  readonly forRun: boolean;
  /** It is about words for a model, which may be changed first. */
  readonly edit: boolean;
}

export interface UiSettings {
  readonly ascii: boolean;
  readonly motion: boolean;
  readonly colour: boolean;
  readonly maxRuns: number;
  readonly idleLimitMs: number;
  readonly agent: string;
}

/** Everything that the screen shows and the keys depend on. */
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
  /** The worktree that the person has switched to; the project itself at first. */
  readonly activeRoot: string;
  readonly agent: AgentState;
  readonly features: readonly FeatureRow[];
  /** What was said about a spec that has no text yet, by folder. */
  readonly descriptions: Readonly<Record<string, string>>;
  readonly trees: readonly TreeRow[];
  /** What worktrees take on the disk, by path; undefined while it is being counted. */
  readonly treeSizes: Readonly<Record<string, number | undefined>>;
  readonly loaded: { readonly features: boolean | "failed"; readonly trees: boolean };
  readonly pane: PaneName;
  readonly zoom: boolean;
  readonly selected: string;
  readonly treeCursor: number;
  readonly filter: string;
  readonly find: string;
  readonly tab: TabId;
  /** The item of a list page that is open, by the key of the list. */
  readonly inner: Readonly<Record<string, string>>;
  readonly pages: Readonly<Record<string, Page>>;
  readonly positions: Readonly<Record<string, Position>>;
  readonly editor: Editor | undefined;
  readonly clipboard: string;
  readonly runs: readonly Run[];
  readonly shownRun: number | undefined;
  readonly outputOpen: boolean;
  readonly modals: readonly Modal[];
  /** When the last dialog came up; what was said before it no longer hides its keys. */
  readonly modalAt: number;
  /** Dialogs that nobody asked for; they wait while the person is typing or deciding something else. */
  readonly waiting: readonly Modal[];
  readonly notices: readonly Notice[];
  readonly nextId: number;
  readonly interruptedAt: number | undefined;
}
