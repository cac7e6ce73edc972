import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { editFrontMatter } from "../../markdown/yaml/front-matter-edit.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { type Artifact, artifactOf } from "../model/artifact.ts";
import { conceptFailure, inConcept } from "../model/faults.ts";
import { refusal } from "../model/finding.ts";
import { type ArtifactRef, documentPath, idOf } from "../model/kinds.ts";
import type { Mode } from "../model/shapes.ts";
import { type ArtifactSession, currentCheckout, takeSnapshot } from "../session.ts";
import { readSource } from "../source.ts";
import { editsFor } from "./edits.ts";
import type { Op } from "./ops.ts";
import { planOps } from "./plan-ops.ts";
import type { UpdateReport } from "./update.ts";

/**
 * Shows the result of ops on a remote document, which is never written. Its kind is inferred from its fields, because
 * it has no folder in the workspace.
 */
export async function previewRemote(
  session: ArtifactSession,
  url: string,
  ops: readonly Op[],
  mode: Mode,
): Promise<Result<UpdateReport>> {
  if (mode === "persist")
    return refused(url, "is read-only", "Use mode preview, and store the result yourself.");
  const fetched = await session.fetch(url, {}, session.signal);
  if (!fetched.ok) return inConcept("metadata_mutation", fetched, { artifact: url });
  if (!fetched.value.changed) return refused(url, "was not sent by its server", "Try again.");
  const before = remoteArtifact(url, fetched.value.text);
  if (before.ref.kind === "scratch_pad")
    return refused(url, "is a scratch pad, and scratch pads are local", "Use scratch://NAME.");
  const local = ops.find(({ ref }) => ref !== undefined && !/^https:\/\//i.test(ref));
  if (local !== undefined) {
    return refused(
      url,
      `cannot refer to \`${local.ref ?? ""}\`, which exists only in this workspace`,
      "Give an https URL.",
    );
  }
  const snapshot = takeSnapshot(session);
  const planned = await planOps(snapshot, { kind: before.ref.kind, path: before.path }, ops);
  if (!planned.ok) return planned;
  const edits = await editsFor(snapshot, before, planned.value);
  if (!edits.ok) return edits;
  const text = editFrontMatter(before.source.text, edits.value);
  if (!text.ok) return inConcept("metadata_mutation", text, { artifact: url });
  const old = new Set(before.findings.map(({ message }) => message));
  const broken = refusal(
    "metadata_mutation",
    remoteArtifact(url, text.value).findings.filter(({ message }) => !old.has(message)),
    { artifact: url },
  );
  if (broken !== undefined) return broken;
  return ok({
    id: idOf(before.ref),
    handle: url,
    path: url,
    mode,
    persisted: false,
    changed: text.value !== before.source.text,
    updated_document: text.value,
    mutations: [],
    ...(await currentCheckout(session.workspace)),
  });
}

function remoteArtifact(url: string, text: string): Artifact {
  const placeholder = literalPath(documentPath({ kind: "specification", name: "remote" }));
  const { data } = readSource({ path: placeholder, text, sha256: sha256(text) });
  const kind =
    data["work_type"] !== undefined || data["target"] !== undefined
      ? "scratch_pad"
      : data["spec"] !== undefined
        ? "implementation"
        : "specification";
  // There is no folder, so its name comes from the front matter.
  const name =
    typeof data["name"] === "string"
      ? data["name"]
      : (url.split("/").findLast((part) => part !== "" && !part.includes(".")) ?? "remote");
  const ref: ArtifactRef = { kind, name };
  return artifactOf(
    ref,
    readSource({ path: literalPath(documentPath({ kind, name: "remote" })), text, sha256: sha256(text) }),
  );
}

function refused(url: string, why: string, remedy: string): Result<never> {
  return conceptFailure(
    "metadata_mutation",
    "read_only_locator",
    `The remote document ${url} ${why}.`,
    remedy,
    { artifact: url },
  );
}
