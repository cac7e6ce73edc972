import * as z from "zod";
import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { DataEdit } from "../../markdown/yaml/data-edit.ts";
import { editFrontMatter } from "../../markdown/yaml/front-matter-edit.ts";
import { commit } from "../../workspace/write/commit.ts";
import { crossFindings } from "../checks/cross-artifact.ts";
import { refuseCycle } from "../graph/cycle-check.ts";
import { bindWorkTypeOp } from "../lifecycle/work-type-input.ts";
import { parseLocator } from "../locate/locator.ts";
import { type ResolvedArtifact, refuseView, resolveArtifact } from "../locate/resolve.ts";
import { fileLocks } from "../locate/specman-workspace.ts";
import { type Artifact, artifactOf, readArtifact } from "../model/artifact.ts";
import { inConcept, persistenceFailure, ruleFailure } from "../model/faults.ts";
import { type ArtifactFinding, refusal } from "../model/finding.ts";
import { idOf } from "../model/kinds.ts";
import { metadataRule } from "../model/metadata.ts";
import { Checkout, Id, Mode } from "../model/shapes.ts";
import {
  type ArtifactSession,
  currentCheckout,
  takeSnapshot,
  withArtifactLock,
  withGraphLock,
} from "../session.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { readSource } from "../source.ts";
import { editsFor } from "./edits.ts";
import type { Op } from "./ops.ts";
import { planOps } from "./plan-ops.ts";
import { previewRemote } from "./remote.ts";

export const UpdateReport = z.object({
  id: Id,
  handle: z.string(),
  path: z.string(),
  mode: Mode,
  persisted: z.boolean().describe("Whether the file was written; false in preview and when nothing changed."),
  changed: z.boolean(),
  updated_document: z.string(),
  mutations: z.array(z.object({ action: z.literal("update"), path: z.string() })).readonly(),
  ...Checkout.shape,
});
export type UpdateReport = z.infer<typeof UpdateReport>;

/** Changes the front matter of an artifact and nothing else. */
export async function updateArtifact(
  session: ArtifactSession,
  locator: string,
  ops: readonly Op[],
  mode: Mode,
): Promise<Result<UpdateReport>> {
  const parsed = parseLocator(locator);
  if (parsed.ok && parsed.value.type === "url") return previewRemote(session, parsed.value.url, ops, mode);
  const resolved = await resolveArtifact(takeSnapshot(session), locator);
  if (!resolved.ok) return resolved;
  const view = refuseView(locator, resolved.value.view);
  if (!view.ok) return view;
  if (mode === "preview") return preview(session, resolved.value, ops);
  const edgesChange = ops.some(({ op }) => /dependency|reference|spec$/.test(op));
  const persist = () => persistUpdate(session, resolved.value, ops);
  return withArtifactLock(
    session,
    resolved.value.ref,
    edgesChange ? () => withGraphLock(session, persist) : persist,
  );
}

async function preview(
  session: ArtifactSession,
  resolved: ResolvedArtifact,
  ops: readonly Op[],
): Promise<Result<UpdateReport>> {
  const edited = await editedDocument(takeSnapshot(session), resolved, ops);
  if (!edited.ok) return edited;
  return ok(await report(session, edited.value, "preview", false));
}

async function persistUpdate(
  session: ArtifactSession,
  resolved: ResolvedArtifact,
  ops: readonly Op[],
): Promise<Result<UpdateReport>> {
  const edited = await editedDocument(takeSnapshot(session), resolved, ops);
  if (!edited.ok) return edited;
  const { before, text } = edited.value;
  if (text === before.source.text) return ok(await report(session, edited.value, "persist", false));
  const edits = [
    { kind: "write" as const, path: resolved.path, content: text, expect: before.source.sha256 },
  ];
  const options = { lockDirectory: fileLocks, signal: session.signal, tool: session.tool };
  const written = await commit(session.workspace, { label: `update ${before.handle}`, edits }, options);
  if (!written.ok) return persistenceFailure("metadata_mutation", written, before.handle);
  session.touched(resolved.path);
  return ok(await report(session, edited.value, "persist", true));
}

interface EditedDocument {
  readonly before: Artifact;
  readonly text: string;
}

/** The document with its new front matter, checked with the rules for new artifacts. */
async function editedDocument(
  snapshot: FileSnapshot,
  resolved: ResolvedArtifact,
  ops: readonly Op[],
): Promise<Result<EditedDocument>> {
  const read = await readArtifact(snapshot, resolved.ref, resolved.path);
  if (!read.ok) return read;
  const before = read.value;
  const from = { kind: resolved.ref.kind, path: resolved.path };
  const planned = await planOps(snapshot, from, ops);
  if (!planned.ok) return planned;
  const bound = await bindWorkTypeOp(snapshot, before, planned.value);
  if (!bound.ok) return bound;
  if (before.source.frontMatter === "broken") return unreadable(before);
  const edits = await editsFor(snapshot, before, bound.value);
  if (!edits.ok) return edits;
  const text = editFrontMatter(before.source.text, withName(before, edits.value));
  if (!text.ok) return inConcept("metadata_mutation", text, { artifact: before.handle, path: before.path });
  const after = artifactOf(
    resolved.ref,
    readSource({ path: resolved.path, text: text.value, sha256: sha256(text.value) }),
  );
  const valid = await checkResult(snapshot, before, after);
  return valid.ok ? ok({ before, text: text.value }) : valid;
}

/** Only new problems refuse the update, so that an artifact with several problems can be fixed step by step. */
async function checkResult(snapshot: FileSnapshot, before: Artifact, after: Artifact): Promise<Result<void>> {
  const old = new Set([...before.findings, ...(await crossFindings(snapshot, before))].map(keyOf));
  const findings = [...after.findings, ...(await crossFindings(snapshot, after))];
  const refused = refusal(
    "metadata_mutation",
    findings.filter((each) => !old.has(keyOf(each))),
    {
      artifact: after.handle,
      path: after.path,
    },
  );
  return refused ?? refuseCycle(snapshot, "metadata_mutation", after);
}

function keyOf({ rule, message }: ArtifactFinding): string {
  return `${rule} ${message}`;
}

/** A front matter block that is created for the update gets the name of its artifact. */
function withName(before: Artifact, edits: readonly DataEdit[]): readonly DataEdit[] {
  if (before.source.frontMatter !== "absent" || edits.length === 0) return edits;
  return [{ op: "set", path: ["name"], value: before.ref.name }, ...edits];
}

async function report(
  session: ArtifactSession,
  { before, text }: EditedDocument,
  mode: Mode,
  persisted: boolean,
): Promise<UpdateReport> {
  return {
    id: idOf(before.ref),
    handle: before.handle,
    path: before.path,
    mode,
    persisted,
    changed: text !== before.source.text,
    updated_document: text,
    mutations: persisted ? [{ action: "update", path: before.path }] : [],
    ...(await currentCheckout(session.workspace)),
  };
}

function unreadable(artifact: Artifact): Result<never> {
  const [problem] = artifact.source.problems;
  return ruleFailure(
    "metadata_mutation",
    metadataRule(artifact.ref.kind),
    "invalid_metadata",
    `The front matter of ${artifact.handle} cannot be read, so it cannot be changed: ${problem?.message ?? ""}`,
    problem?.fix ?? "Correct the YAML by hand first.",
    { artifact: artifact.handle, path: artifact.path, details: { problems: artifact.source.problems } },
  );
}
