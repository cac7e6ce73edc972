import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { DataEdit } from "../../markdown/yaml/data-edit.ts";
import { editFrontMatter } from "../../markdown/yaml/front-matter-edit.ts";
import { commit } from "../../workspace/write/commit.ts";
import { crossFindings } from "../checks/cross-artifact.ts";
import { refuseCycle } from "../graph/cycle-check.ts";
import { bindWorkTypeOp } from "../lifecycle/work-type-input.ts";
import { parseLocator } from "../locate/locator.ts";
import { type Place, refuseView, resolveArtifact } from "../locate/resolve.ts";
import { fileLocks } from "../locate/specman-workspace.ts";
import { type Artifact, artifactOf, readArtifact } from "../model/artifact.ts";
import { inConcept, persistenceFailure, ruleFailure } from "../model/faults.ts";
import { type ArtifactFinding, refusal } from "../model/finding.ts";
import { type ArtifactId, idOf } from "../model/kinds.ts";
import { metadataRule } from "../model/metadata.ts";
import {
  type ArtifactSession,
  checkoutInfo,
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

export type Mode = "persist" | "preview";

export interface UpdateReport {
  readonly id: ArtifactId;
  readonly handle: string;
  readonly path: string;
  readonly mode: Mode;
  /** Whether the file was written: never in preview, and not when nothing changed. */
  readonly persisted: boolean;
  readonly changed: boolean;
  readonly updated_document: string;
  readonly mutations: readonly { readonly action: "update"; readonly path: string }[];
  readonly root: string;
  readonly branch: string | null;
}

/** Changes the front matter of an artifact and nothing else. */
export async function updateArtifact(
  session: ArtifactSession,
  locator: string,
  ops: readonly Op[],
  mode: Mode,
): Promise<Result<UpdateReport>> {
  const parsed = parseLocator(locator);
  if (parsed.ok && parsed.value.type === "url") return previewRemote(session, parsed.value.url, ops, mode);
  const place = await resolveArtifact(takeSnapshot(session), locator);
  if (!place.ok) return place;
  const view = refuseView(locator, place.value.view);
  if (!view.ok) return view;
  if (mode === "preview") return preview(session, place.value, ops);
  const edgesChange = ops.some(({ op }) => /dependency|reference|spec$/.test(op));
  const persist = () => persistUpdate(session, place.value, ops);
  return withArtifactLock(
    session,
    place.value.ref,
    edgesChange ? () => withGraphLock(session, persist) : persist,
  );
}

type ArtifactPlace = Extract<Place, { type: "artifact" }>;

async function preview(
  session: ArtifactSession,
  place: ArtifactPlace,
  ops: readonly Op[],
): Promise<Result<UpdateReport>> {
  const changed = await changedText(takeSnapshot(session), place, ops);
  if (!changed.ok) return changed;
  return ok(await report(session, changed.value, "preview", false));
}

async function persistUpdate(
  session: ArtifactSession,
  place: ArtifactPlace,
  ops: readonly Op[],
): Promise<Result<UpdateReport>> {
  const changed = await changedText(takeSnapshot(session), place, ops);
  if (!changed.ok) return changed;
  const { before, text } = changed.value;
  if (text === before.source.text) return ok(await report(session, changed.value, "persist", false));
  const edits = [{ kind: "write" as const, path: place.path, content: text, expect: before.source.sha256 }];
  const options = { lockDirectory: fileLocks, signal: session.signal, tool: session.tool };
  const written = await commit(session.workspace, { label: `update ${before.handle}`, edits }, options);
  if (!written.ok) return persistenceFailure("metadata_mutation", written, before.handle);
  session.touched(place.path);
  return ok(await report(session, changed.value, "persist", true));
}

interface Changed {
  readonly before: Artifact;
  readonly text: string;
}

/** The document with its new front matter, checked by the same rules as a new artifact. */
async function changedText(
  snapshot: FileSnapshot,
  place: ArtifactPlace,
  ops: readonly Op[],
): Promise<Result<Changed>> {
  const read = await readArtifact(snapshot, place.ref, place.path);
  if (!read.ok) return read;
  const before = read.value;
  const from = { kind: place.ref.kind, path: place.path };
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
    place.ref,
    readSource({ path: place.path, text: text.value, sha256: sha256(text.value) }),
  );
  const sound = await checkResult(snapshot, before, after);
  return sound.ok ? ok({ before, text: text.value }) : sound;
}

/** Only what the update itself breaks refuses it: an artifact with old faults can be mended one by one. */
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

/** A block that is made for the update names its artifact. */
function withName(before: Artifact, edits: readonly DataEdit[]): readonly DataEdit[] {
  if (before.source.frontMatter !== "absent" || edits.length === 0) return edits;
  return [{ op: "set", path: ["name"], value: before.ref.name }, ...edits];
}

async function report(
  session: ArtifactSession,
  { before, text }: Changed,
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
    ...(await checkoutInfo(session.workspace)),
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
