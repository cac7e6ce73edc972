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

/** What a server said about a document, for asking again whether it changed. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export type Fetched =
  | ({ readonly changed: true; readonly text: string } & Validators)
  | { readonly changed: false };

/** Gets a remote Markdown document, or says that it has not changed since. A parameter: who may be asked is not decided here. */
export type Fetch = (url: string, known: Validators, signal: AbortSignal) => Promise<Result<Fetched>>;

export interface RemoteTemplate {
  readonly text: string;
  readonly cachePath: string;
  readonly lastModified?: string;
  /** Why this is not what the server has now. */
  readonly degraded?: string;
}

const Record = z.object({
  locator: z.string(),
  retrieved_at: z.string(),
  sha256: z.string(),
  etag: z.string().optional(),
  last_modified: z.string().optional(),
  /** Over the other fields: a repository can bring a copy along, but not one that this user's Hewto fetched. */
  signature: z.string(),
});
type Record = z.infer<typeof Record>;

/**
 * The document behind a URL by way of the cache: asked for with its validators, kept verbatim when it is new,
 * taken from the cache, and said so, when the server cannot be reached.
 */
export async function remoteTemplate(
  workspace: Workspace,
  url: string,
  fetchDocument: Fetch,
  clock: () => Date,
  signal: AbortSignal,
): Promise<Result<RemoteTemplate>> {
  const cached = await readCache(workspace, url);
  const validators: Validators = cached === undefined ? {} : validatorsOf(cached.record);
  const answer = await fetchDocument(url, validators, signal);
  const cachePath = cacheFiles(url).text;
  if (!answer.ok) {
    if (cached === undefined || answer.fault.code === "not_trusted") return answer;
    return ok({
      ...fromCache(cached, cachePath),
      degraded: `${answer.fault.message} The copy of ${cached.record.retrieved_at} is used.`,
    });
  }
  if (!answer.value.changed && cached !== undefined) return ok(fromCache(cached, cachePath));
  if (!answer.value.changed)
    return unusable(url, "the server says that it has not changed, but no copy is kept");
  const { text, etag, lastModified } = answer.value;
  const record = {
    locator: url,
    retrieved_at: clock().toISOString(),
    sha256: sha256(text),
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { last_modified: lastModified }),
  };
  const stored = await writeCache(workspace, url, text, record);
  if (!stored.ok) return inConcept("template_orchestration", stored);
  return ok({ text, cachePath, ...(lastModified === undefined ? {} : { lastModified }) });
}

/** Removes what the cache holds of a URL; says which files went. */
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

/** Refuses what is not a plain Markdown text. */
export function unusable(url: string, why: string): Result<never> {
  return conceptFailure(
    "template_orchestration",
    "remote_unavailable",
    `The template ${url} cannot be used: ${why}.`,
    "Check the address and the network, or set the pointer to a file in the workspace.",
    { retryable: true, details: { url } },
  );
}

interface Cached {
  readonly text: string;
  readonly record: Record;
}

function fromCache({ text, record }: Cached, cachePath: string): RemoteTemplate {
  return {
    text,
    cachePath,
    ...(record.last_modified === undefined ? {} : { lastModified: record.last_modified }),
  };
}

function validatorsOf(record: Record): Validators {
  return {
    ...(record.etag === undefined ? {} : { etag: record.etag }),
    ...(record.last_modified === undefined ? {} : { lastModified: record.last_modified }),
  };
}

function cacheFiles(url: string): { text: WorkspacePath; record: WorkspacePath } {
  const stem = `${templateCache}/url-${sha256(url)}`;
  return { text: literalPath(`${stem}.md`), record: literalPath(`${stem}.json`) };
}

/** A copy counts only with a record of our own for this URL and these bytes. */
async function readCache(workspace: Workspace, url: string): Promise<Cached | undefined> {
  const files = cacheFiles(url);
  const text = await readText(workspace, files.text);
  const json = await readText(workspace, files.record);
  if (!text.ok || !json.ok) return undefined;
  const record = Record.safeParse(parsed(json.value.text));
  if (!record.success || record.data.locator !== url || record.data.sha256 !== text.value.sha256)
    return undefined;
  const { signature, ...fields } = record.data;
  if (!isSigned(workspace, purpose, signedText(fields), signature)) return undefined;
  return { text: text.value.text, record: record.data };
}

function writeCache(workspace: Workspace, url: string, text: string, fields: Omit<Record, "signature">) {
  const files = cacheFiles(url);
  const record: Record = { ...fields, signature: sign(workspace, purpose, signedText(fields)) };
  const edits = [
    { kind: "write" as const, path: files.text, content: text, expect: "any" as const },
    {
      kind: "write" as const,
      path: files.record,
      content: `${JSON.stringify(record, null, 2)}\n`,
      expect: "any" as const,
    },
  ];
  return commit(workspace, { label: "keep a remote template", edits }, { lockDirectory: fileLocks });
}

const purpose = "copy of a remote template";

function signedText({
  locator,
  retrieved_at,
  sha256,
  etag,
  last_modified,
}: Omit<Record, "signature">): string {
  return JSON.stringify([locator, retrieved_at, sha256, etag ?? null, last_modified ?? null]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
