import type { FormField } from "../../client/answers/form.ts";
import type { RunError, RunState } from "../../client/run/outcome.ts";
import type { OutputLine } from "../../client/run/output.ts";
import type { ProgressReport } from "../../client/session/progress.ts";
import type { Key } from "../keys/key.ts";
import type {
  AgentState,
  ApproveOffers,
  Card,
  ConfirmPurpose,
  FileChange,
  FileLocation,
  NewFormat,
  OperationCall,
  OperationEntry,
  Page,
  ProjectFacts,
  Run,
  SearchHit,
  TreeRow,
} from "./model.ts";
import type { ListName, Row } from "./rows.ts";
import type { Tab } from "./tabs.ts";

/** Everything that can happen to the app. */
export type Event =
  | { readonly type: "key"; readonly key: Key }
  | { readonly type: "paste"; readonly text: string }
  | { readonly type: "resize"; readonly cols: number; readonly rows: number }
  /** Time passed; the loop sends this while something on the screen depends on the clock. */
  | { readonly type: "tick" }
  | { readonly type: "started" }
  /** Files may have changed: everything on the screen is loaded again. */
  | { readonly type: "reload" }
  /** Another program changed documents: the list and the page are loaded again. */
  | { readonly type: "changed" }
  | { readonly type: "rows"; readonly list: ListName; readonly rows: readonly Row[] }
  | { readonly type: "rows-failed"; readonly list: ListName }
  | { readonly type: "status"; readonly status: ProjectFacts }
  | { readonly type: "detail"; readonly row: string; readonly tabs: readonly Tab[] }
  | { readonly type: "operations"; readonly operations: readonly OperationEntry[] }
  /** The answer of an operation: a text to read, or to agree to. */
  | {
      readonly type: "review";
      readonly title: string;
      readonly text: string;
      readonly purpose: ConfirmPurpose;
    }
  | { readonly type: "archived"; readonly id: string; readonly text: string }
  /** An operation changed files; with `row` it is selected afterward. */
  | { readonly type: "work-changed"; readonly text: string; readonly row?: string; readonly tab?: string }
  | { readonly type: "trees"; readonly rows: readonly TreeRow[] }
  | { readonly type: "tree-size"; readonly path: string; readonly bytes: number }
  | { readonly type: "branch"; readonly branch: string | undefined }
  | { readonly type: "agent"; readonly agent: AgentState }
  /** An agent answered at the start of a run. Whether it has the tool is known when the run goes on or fails. */
  | { readonly type: "agent-answered"; readonly name: string }
  | { readonly type: "page"; readonly key: string; readonly page: Page }
  | { readonly type: "run-started"; readonly id: number }
  /** Time is up; the agent is being stopped. */
  | { readonly type: "run-overdue"; readonly id: number }
  | {
      readonly type: "run-output";
      readonly id: number;
      readonly running: boolean;
      readonly progress: ProgressReport | undefined;
      readonly lines: readonly OutputLine[];
    }
  | {
      readonly type: "run-ended";
      readonly id: number;
      readonly state: RunState;
      readonly error: RunError | undefined;
      readonly log: string;
      readonly changes: readonly FileChange[];
    }
  | { readonly type: "question"; readonly id: number; readonly question: Question }
  | { readonly type: "question-withdrawn"; readonly id: number }
  | {
      readonly type: "work-created";
      readonly row: string;
      readonly description: string;
      readonly note: string;
    }
  | {
      readonly type: "tree-switched";
      readonly path: string;
      readonly branch: string | undefined;
      readonly created: boolean;
      /** Where the spec is when the new worktree does not have it. */
      readonly missing?: { readonly folder: string; readonly from: string };
    }
  | { readonly type: "tree-removed"; readonly path: string }
  | {
      readonly type: "editor-opened";
      readonly file: FileLocation;
      readonly text: string;
      readonly sha256: string | "absent";
    }
  | { readonly type: "saved"; readonly text: string; readonly sha256: string }
  | { readonly type: "save-conflict"; readonly text: string; readonly sha256: string | "absent" }
  | {
      readonly type: "search-results";
      readonly query: string;
      readonly hits: readonly SearchHit[];
      readonly note: string;
      readonly isIndexMissing: boolean;
    }
  | { readonly type: "index-built"; readonly note: string }
  | { readonly type: "notice"; readonly text: string; readonly bad: boolean }
  | { readonly type: "forget-notice"; readonly id: number }
  /** An error. With `isAnswer` it responds to what the user just did, so its dialog opens at once. */
  | { readonly type: "card"; readonly card: Card; readonly isAnswer?: boolean };

/** A question to the user. */
export type Question =
  | {
      readonly kind: "approve";
      readonly title: string;
      readonly text: string;
      readonly offers: ApproveOffers;
    }
  | { readonly kind: "form"; readonly message: string; readonly fields: readonly FormField[] };

/** The user's answer to a question. */
export type Answer =
  | { readonly kind: "yes"; readonly forRun: boolean }
  /** Edit the prompt before it goes to a model. */
  | { readonly kind: "edit" }
  | { readonly kind: "no" }
  | { readonly kind: "cancel" }
  | { readonly kind: "values"; readonly values: Readonly<Record<string, unknown>> };

/** Everything that reducers ask the effects to do. */
export type Effect =
  | { readonly do: "load-list"; readonly list: ListName }
  /** Checks the project quickly; what it finds is only counted. */
  | { readonly do: "load-status" }
  | { readonly do: "load-trees" }
  | { readonly do: "measure-tree"; readonly path: string; readonly except: readonly string[] }
  /** Loads the tabs of a row and the visible page, if the row is still selected then. */
  | { readonly do: "load-page"; readonly row: Row | undefined }
  | { readonly do: "load-operations" }
  | { readonly do: "run-operation"; readonly call: OperationCall; readonly writes: boolean }
  | { readonly do: "validate"; readonly row: Row }
  | { readonly do: "fix"; readonly id: string; readonly write: boolean }
  | { readonly do: "archive"; readonly row: Row }
  | { readonly do: "archive-now"; readonly id: string; readonly allowOpenTasks: boolean }
  | { readonly do: "undo"; readonly id: string }
  | { readonly do: "check-agent" }
  | {
      readonly do: "toggle";
      readonly file: FileLocation;
      readonly line: number;
      readonly text: string;
      readonly done: boolean;
    }
  | { readonly do: "start-run"; readonly run: Run }
  | { readonly do: "cancel-run"; readonly id: number; readonly force: boolean }
  | { readonly do: "extend-run"; readonly id: number }
  | { readonly do: "answer"; readonly questionId: number; readonly answer: Answer }
  | {
      readonly do: "new-work";
      readonly format: NewFormat;
      readonly description: string;
      readonly worktree: boolean;
    }
  | { readonly do: "switch-tree"; readonly folder: string; readonly directory: string }
  | { readonly do: "use-tree"; readonly path: string; readonly branch: string | undefined }
  | { readonly do: "copy-spec"; readonly folder: string; readonly from: string; readonly to: string }
  | { readonly do: "remove-tree"; readonly path: string; readonly force: boolean }
  | { readonly do: "open-editor"; readonly file: FileLocation }
  | { readonly do: "save"; readonly file: FileLocation; readonly text: string; readonly expect: string }
  | { readonly do: "external-edit"; readonly file: FileLocation; readonly line: number }
  | { readonly do: "shell"; readonly cwd: string }
  | { readonly do: "search"; readonly query: string }
  | { readonly do: "index" }
  | { readonly do: "open-hit"; readonly path: string; readonly line: number }
  | { readonly do: "copy"; readonly text: string }
  | { readonly do: "after"; readonly ms: number; readonly event: Event }
  | { readonly do: "suspend" }
  | { readonly do: "redraw" }
  | { readonly do: "quit" };
