// What the server and the page say to each other besides calls of operations. The page imports these types, so nothing
// that this file leads to needs Node.
import type { AuditLine } from "../mcp/tools/audit-line.ts";

/** What the page knows of the server. */
export interface PageSession {
  readonly version: string;
  readonly workspace: string;
  readonly root: string;
  /** Whether it was started with `--write`. */
  readonly mayWrite: boolean;
  /** Set for the page of `hewto web --export`: nothing can be asked that it does not hold. */
  readonly isExport?: boolean;
}

/** What an export says about itself, in `data/index.js`. */
export interface ExportIndex {
  readonly session: PageSession;
  readonly made: string;
  /** Values that an operation takes for arguments that are not given. */
  readonly defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The calls whose answers are `data/0.js`, `data/1.js` and so on. */
  readonly answers: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
}

/** What a page hears without asking. */
export type PageEvent =
  /** `recent` are the calls that ended before this page listened. */
  | { readonly kind: "hello"; readonly start: string; readonly recent: readonly AuditLine[] }
  /** Paths below the root; `.git/HEAD` for commits and checkouts, `.hewto/logs/…` for runs. */
  | { readonly kind: "files"; readonly paths: readonly string[]; readonly more: number }
  /** A call of an agent that ended, or a page's call that wrote. */
  | { readonly kind: "audit"; readonly line: AuditLine }
  | {
      readonly kind: "progress";
      readonly call: string;
      readonly done: number;
      readonly total?: number | undefined;
      readonly message?: string | undefined;
    };
