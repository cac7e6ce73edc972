import * as z from "zod";
import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { readText } from "../../workspace/files/files.ts";
import { literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { isSigned, sign } from "../../workspace/state/signature.ts";
import { commit } from "../../workspace/write/commit.ts";
import { fileLocks } from "../locate/specman-workspace.ts";
import { conceptFailure, inConcept } from "../model/faults.ts";
import { templateCache } from "./scenario.ts";

/** The validators of a response, for a conditional request. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export type FetchResult =
  | ({ readonly changed: true; readonly text: string } & Validators)
  | { readonly changed: false };

/** Fetches a remote Markdown document, or reports that it has not changed. Passed in, because the caller decides which servers are allowed. */
export type Fetch = (
  url: string,
  validators: Validators,
  signal: AbortSignal,
) => Promise<Result<FetchResult>>;

export interface RemoteTemplate {
  readonly text: string;
  readonly cachePath: string;
  readonly lastModified?: string;
  /** Why this might not be the current version on the server. */
  readonly degraded?: string;
}

const CacheRecord = z.object({
  locator: z.string(),
  retrieved_at: z.string(),
  sha256: z.string(),
  etag: z.string().optional(),
  last_modified: z.string().optional(),
  /** Of the other fields. It proves that this user's Hewto fetched the copy, and that it did not come with the repository. */
  signature: z.string(),
});
type CacheRecord = z.infer<typeof CacheRecord>;

/**
 * The document at a URL, requested with the validators of the cached copy. A new version is stored verbatim. If the
 * server cannot be reached, the cached copy is used and marked as degraded.
 */
export async function remoteTemplate(
  workspace: Workspace,
  url: string,
  fetchDocument: Fetch,
  clock: () => Date,
  signal: AbortSignal,
): Promise<Result<RemoteTemplate>> {
  const cached = await readCache(workspace, url);
  const validators = { etag: cached?.record.etag, lastModified: cached?.record.last_modified };
  const answer = await fetchDocument(url, validators, signal);
  const cachePath = cacheFiles(url).text;
  if (!answer.ok) {
    if (cached === undefined || answer.fault.code === "not_trusted") return answer;
    return ok({
      ...fromCache(cached, cachePath),
      degraded: `${answer.fault.message} The copy from ${cached.record.retrieved_at} is used.`,
    });
  }
  if (!answer.value.changed && cached !== undefined) return ok(fromCache(cached, cachePath));
  if (!answer.value.changed)
    return unusable(url, "the server reports no change, but there is no cached copy");
  const { text, etag, lastModified } = answer.value;
  const record = {
    locator: url,
    retrieved_at: clock().toISOString(),
    sha256: sha256(text),
    etag,
    last_modified: lastModified,
  };
  const stored = await writeCache(workspace, url, text, record);
  if (!stored.ok) return inConcept("template_orchestration", stored);
  return ok({ text, cachePath, lastModified });
}

/** Removes the cached copy of a URL; returns the removed files. */
export async function purgeCache(workspace: Workspace, url: string): Promise<Result<string[]>> {
  const files = cacheFiles(url);
  const present: WorkspacePath[] = [];
  for (const path of [files.text, files.record]) {
    if ((await readText(workspace, path)).ok) present.push(path);
  }
  if (present.length === 0) return ok([]);
  const edits = present.map((path) => ({ kind: "delete" as const, path, expect: "any" as const }));
  const done = await commit(
    workspace,
    { label: "purge template cache", edits },
    { lockDirectory: fileLocks },
  );
  return done.ok ? ok([...present]) : inConcept("template_orchestration", done);
}

/** Refuses a document that cannot be used as a template. */
export function unusable(url: string, why: string): Result<never> {
  return conceptFailure(
    "template_orchestration",
    "remote_unavailable",
    `The template ${url} cannot be used: ${why}.`,
    "Check the address and the network, or set the pointer to a file in the workspace.",
    { retryable: true, details: { url } },
  );
}

interface CacheEntry {
  readonly text: string;
  readonly record: CacheRecord;
}

function fromCache({ text, record }: CacheEntry, cachePath: string): RemoteTemplate {
  return { text, cachePath, lastModified: record.last_modified };
}

function cacheFiles(url: string): { text: WorkspacePath; record: WorkspacePath } {
  const stem = `${templateCache}/url-${sha256(url)}`;
  return { text: literalPath(`${stem}.md`), record: literalPath(`${stem}.json`) };
}

/** A copy is used only with a record that is signed, for this URL and for these bytes. */
async function readCache(workspace: Workspace, url: string): Promise<CacheEntry | undefined> {
  const files = cacheFiles(url);
  const text = await readText(workspace, files.text);
  const json = await readText(workspace, files.record);
  if (!text.ok || !json.ok) return undefined;
  const record = CacheRecord.safeParse(parseJson(json.value.text));
  if (!record.success || record.data.locator !== url || record.data.sha256 !== text.value.sha256)
    return undefined;
  const { signature, ...fields } = record.data;
  if (!isSigned(workspace, purpose, signedText(fields), signature)) return undefined;
  return { text: text.value.text, record: record.data };
}

function writeCache(workspace: Workspace, url: string, text: string, fields: Omit<CacheRecord, "signature">) {
  const files = cacheFiles(url);
  const record: CacheRecord = { ...fields, signature: sign(workspace, purpose, signedText(fields)) };
  const edits = [
    { kind: "write" as const, path: files.text, content: text, expect: "any" as const },
    {
      kind: "write" as const,
      path: files.record,
      content: `${JSON.stringify(record, null, 2)}\n`,
      expect: "any" as const,
    },
  ];
  return commit(workspace, { label: "cache a remote template", edits }, { lockDirectory: fileLocks });
}

const purpose = "copy of a remote template";

function signedText({
  locator,
  retrieved_at,
  sha256,
  etag,
  last_modified,
}: Omit<CacheRecord, "signature">): string {
  return JSON.stringify([locator, retrieved_at, sha256, etag ?? null, last_modified ?? null]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
