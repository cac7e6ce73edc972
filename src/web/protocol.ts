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
