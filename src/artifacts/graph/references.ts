import { sortedBy } from "../../kernel/order.ts";
import type { Link } from "../../markdown/inline/links.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import { followLink, type IssueKind } from "../locate/destination.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { SourceDocument } from "../source.ts";
import { linksOf, maxTargets } from "./document-parts.ts";

export interface ReferenceIssue {
  readonly kind: IssueKind;
  /** A diagnostic is inconclusive (a server did not answer) and does not fail the check. */
  readonly severity: "Error" | "Diagnostic";
  readonly message: string;
  readonly source: { readonly document: string; readonly line: number; readonly column: number };
  readonly destination: string;
}

export interface ReferenceReport {
  readonly status: "Success" | "Failure";
  /** How many links were checked. */
  readonly references: number;
  readonly errors: readonly ReferenceIssue[];
  readonly diagnostics: readonly ReferenceIssue[];
  readonly processed_documents: readonly string[];
}

/** Requests a URL: the status of the response, or why there is none. */
export type Probe = (url: string, signal: AbortSignal) => Promise<number | string>;

export interface ReferenceOptions {
  /** Also check the linked Markdown documents, and the ones they link to. */
  readonly transitive?: boolean;
  /** Without it, only the syntax of URLs is checked. */
  readonly probe?: Probe;
  readonly signal?: AbortSignal;
}

const maxDocuments = 64;
const unchecked = `The document links to more than ${maxTargets} targets; links from here on were not checked.`;

/** Checks every link of a document and reports all errors, sorted by position. */
export async function validateReferences(
  snapshot: FileSnapshot,
  start: SourceDocument,
  options: ReferenceOptions = {},
): Promise<ReferenceReport> {
  const issues: ReferenceIssue[] = [];
  const urls = new Map<string, { source: SourceDocument; link: Link }[]>();
  const queue: SourceDocument[] = [start];
  const queued = new Set<WorkspacePath>([start.path]);
  const processed: string[] = [];
  let references = 0;
  for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
    processed.push(source.path);
    const { followed, beyond } = linksOf(source);
    if (beyond !== undefined) issues.push(issue(source, beyond, "TraversalLimit", unchecked, "Diagnostic"));
    for (const link of followed) {
      references++;
      const result = await checkLink(snapshot, source, link);
      if (result === undefined) continue;
      if ("kind" in result) issues.push(result);
      else if ("url" in result) {
        const occurrences = urls.get(result.url) ?? [];
        occurrences.push({ source, link });
        urls.set(result.url, occurrences);
      } else if (options.transitive === true && !queued.has(result.document.path)) {
        queued.add(result.document.path);
        if (queued.size <= maxDocuments) queue.push(result.document);
        else
          issues.push(
            issue(
              source,
              link,
              "TraversalLimit",
              `More than ${maxDocuments} documents are linked.`,
              "Diagnostic",
            ),
          );
      }
    }
  }
  if (options.probe !== undefined) issues.push(...(await probeAll(urls, options.probe, options.signal)));
  const errors = ordered(issues.filter((each) => each.severity === "Error"));
  const diagnostics = ordered(issues.filter((each) => each.severity === "Diagnostic"));
  return {
    status: errors.length === 0 ? "Success" : "Failure",
    references,
    errors,
    diagnostics,
    processed_documents: processed,
  };
}

type LinkResult =
  | ReferenceIssue
  | { readonly url: string }
  | { readonly document: SourceDocument }
  | undefined;

async function checkLink(snapshot: FileSnapshot, source: SourceDocument, link: Link): Promise<LinkResult> {
  if (link.target === undefined) {
    return issue(
      source,
      link,
      "UnresolvedReference",
      `The label \`[${link.label ?? ""}]\` has no definition.`,
    );
  }
  const destination = await followLink(snapshot, source, link.target);
  if (destination.type === "invalid") return issue(source, link, destination.kind, destination.message);
  if (destination.type === "url") return { url: destination.url };
  return destination.document === undefined ? undefined : { document: destination.document };
}

const maxConcurrentProbes = 8;

async function probeAll(
  urls: ReadonlyMap<string, readonly { source: SourceDocument; link: Link }[]>,
  probe: Probe,
  signal = new AbortController().signal,
): Promise<ReferenceIssue[]> {
  const issues: ReferenceIssue[] = [];
  const queue = [...urls];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
      const [url, occurrences] = next;
      const answer = await probe(url.replace(/#.*$/s, ""), signal);
      if (typeof answer === "number" && answer < 400) continue;
      const isGone = typeof answer === "number" && answer < 500;
      const message =
        typeof answer === "number"
          ? `The server answered ${answer}.`
          : `The URL could not be checked: ${answer}.`;
      for (const { source, link } of occurrences)
        issues.push(issue(source, link, "UnreachableUrl", message, isGone ? "Error" : "Diagnostic"));
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentProbes }, worker));
  return issues;
}

function issue(
  source: SourceDocument,
  link: Link,
  kind: IssueKind,
  message: string,
  severity: ReferenceIssue["severity"] = "Error",
): ReferenceIssue {
  const position = { document: source.path, line: link.line, column: link.column };
  return { kind, severity, message, source: position, destination: link.target ?? link.label ?? "" };
}

function ordered(issues: readonly ReferenceIssue[]): ReferenceIssue[] {
  const key = ({ source, kind }: ReferenceIssue) =>
    [
      source.document,
      String(source.line).padStart(8, "0"),
      String(source.column).padStart(8, "0"),
      kind,
    ].join("\u0001");
  return sortedBy(issues, key);
}
