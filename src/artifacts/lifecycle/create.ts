import { dirname, relative } from "node:path/posix";
import * as z from "zod";
import { sha256 } from "../../kernel/hash.ts";
import type { Json } from "../../kernel/json.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { headingSlug } from "../../markdown/slug.ts";
import { editFrontMatter } from "../../markdown/yaml/front-matter-edit.ts";
import { literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { commit } from "../../workspace/write/commit.ts";
import { crossFindings, targetNameOf } from "../checks/cross-artifact.ts";
import { refuseCycle } from "../graph/cycle-check.ts";
import { openDirectives } from "../graph/document-parts.ts";
import { fileLocks } from "../locate/specman-workspace.ts";
import { artifactOf } from "../model/artifact.ts";
import { conceptFailure, inConcept, persistenceFailure, ruleFailure } from "../model/faults.ts";
import { refusal } from "../model/finding.ts";
import { type ArtifactRef, documentPath, handleOf, idOf, withArticle } from "../model/kinds.ts";
import { checkName } from "../model/names.ts";
import { Checkout, Id, Mode } from "../model/shapes.ts";
import { isWorkType } from "../model/work-types.ts";
import {
  type ArtifactSession,
  currentCheckout,
  takeSnapshot,
  templateSources,
  withArtifactLock,
  withGraphLock,
} from "../session.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { readSource } from "../source.ts";
import { Provenance, resolveTemplate } from "../templates/resolve.ts";
import type { Scenario } from "../templates/scenario.ts";
import { renderTemplate, type Tokens } from "../templates/tokens.ts";
import { type Fields, fieldsFor } from "./fields.ts";
import type { CreateRequest } from "./request.ts";

const CreatedArtifact = z.object({ id: Id, handle: z.string(), path: z.string() });

export const CreateReport = CreatedArtifact.extend({
  created: z.array(CreatedArtifact).readonly(),
  persisted: z.boolean(),
  mode: Mode,
  template: Provenance,
  front_matter: z.record(z.string(), z.unknown()),
  directives: z
    .array(z.object({ line: z.number(), text: z.string() }))
    .readonly()
    .describe("HTML comments to follow and then remove."),
  mutations: z.array(z.object({ action: z.literal("create"), path: z.string() })).readonly(),
  document: z.string().optional().describe("The whole text, in a preview."),
  warnings: z.array(z.string()).readonly(),
  ...Checkout.shape,
});
export type CreateReport = z.infer<typeof CreateReport>;

/** Creates an artifact from its template. Everything is checked before anything is written. */
export async function createArtifact(
  session: ArtifactSession,
  request: CreateRequest,
  mode: Mode,
): Promise<Result<CreateReport>> {
  const name = checkNewName(request);
  if (!name.ok) return name;
  if (mode === "preview") {
    const draft = await compose(session, takeSnapshot(session), request);
    return draft.ok ? ok(await report(session, draft.value, "preview")) : draft;
  }
  return withArtifactLock(session, request, () => withGraphLock(session, () => persist(session, request)));
}

async function persist(session: ArtifactSession, request: CreateRequest): Promise<Result<CreateReport>> {
  const draft = await compose(session, takeSnapshot(session), request);
  if (!draft.ok) return draft;
  const { path, text } = draft.value;
  const edits = [{ kind: "write" as const, path, content: text, expect: "absent" as const }];
  const options = { lockDirectory: fileLocks, signal: session.signal, tool: session.tool };
  const written = await commit(session.workspace, { label: `create ${handleOf(request)}`, edits }, options);
  if (!written.ok) {
    // A program that does not use the locks was faster.
    if (written.fault.code === "write_conflict") return exists(request);
    return persistenceFailure("lifecycle_automation", written, handleOf(request));
  }
  session.touched(path);
  return ok(await report(session, draft.value, "persist"));
}

interface Draft {
  readonly request: CreateRequest;
  readonly path: WorkspacePath;
  readonly text: string;
  readonly data: Readonly<Record<string, Json>>;
  readonly template: Provenance;
  readonly warnings: readonly string[];
}

/** The text of the new artifact, checked with the rules of the workspace status. */
async function compose(
  session: ArtifactSession,
  snapshot: FileSnapshot,
  request: CreateRequest,
): Promise<Result<Draft>> {
  const path = literalPath(documentPath(request));
  const free = await checkFree(snapshot, request, path);
  if (!free.ok) return free;
  const fields = await fieldsFor(snapshot, request);
  if (!fields.ok) return fields;
  const template = await resolveTemplate(templateSources(session), scenarioOf(request, fields.value));
  if (!template.ok) return template;
  const { body, provenance } = template.value;
  const tokens = tokensFor(request, path, fields.value);
  const rendered = renderTemplate(body, tokens, request.substitutions ?? {}, provenance.locator);
  if (!rendered.ok) return rendered;
  const edits = Object.entries(fields.value.data).map(([key, value]) => ({
    op: "set" as const,
    path: [key],
    value,
  }));
  const text = editFrontMatter(`\n${rendered.value}`, edits);
  if (!text.ok) return inConcept("lifecycle_automation", text);
  const artifact = artifactOf(request, readSource({ path, text: text.value, sha256: sha256(text.value) }));
  const findings = [...artifact.findings, ...(await crossFindings(snapshot, artifact))];
  const refused = refusal("lifecycle_automation", findings, { artifact: artifact.handle, path });
  if (refused !== undefined) return refused;
  const acyclic = await refuseCycle(snapshot, "lifecycle_automation", artifact);
  if (!acyclic.ok) return acyclic;
  const warnings = findings.map((finding) => finding.message);
  return ok({ request, path, text: text.value, data: fields.value.data, template: provenance, warnings });
}

function checkNewName(ref: ArtifactRef): Result<void> {
  const problem = checkName(ref.kind, ref.name).find((each) => each.severity === "error");
  if (problem === undefined) return ok(undefined);
  const proposal = headingSlug(ref.name.replaceAll("_", "-")).split("-").slice(0, 4).join("-");
  const isBetter =
    proposal !== "" && checkName(ref.kind, proposal).every((each) => each.severity !== "error");
  const rule = "Use up to four lowercase words joined by hyphens";
  const remedy = `${rule}${ref.kind === "scratch_pad" ? "" : ", without verbs"}${isBetter ? `, such as \`${proposal}\`` : ""}.`;
  return ruleFailure("lifecycle_automation", problem.rule, "invalid_name", problem.message, remedy, {
    subject: { name: ref.name },
    details: isBetter ? { proposal } : undefined,
  });
}

async function checkFree(
  snapshot: FileSnapshot,
  ref: ArtifactRef,
  path: WorkspacePath,
): Promise<Result<void>> {
  if ((await snapshot.kind(path)) !== undefined) return exists(ref);
  const otherKind =
    ref.kind === "specification"
      ? "implementation"
      : ref.kind === "implementation"
        ? "specification"
        : undefined;
  if (otherKind === undefined) return ok(undefined);
  const other = { kind: otherKind, name: ref.name } as const;
  if ((await snapshot.kind(literalPath(documentPath(other)))) === undefined) return ok(undefined);
  const message = `\`${ref.name}\` is already the name of ${withArticle(otherKind)}; names must be unique across specifications and implementations.`;
  return ruleFailure(
    "lifecycle_automation",
    "impl_name",
    "invalid_name",
    message,
    "Add the language or technology to the name of the implementation.",
    {
      artifact: handleOf(other),
    },
  );
}

function exists(ref: ArtifactRef): Result<never> {
  const handle = handleOf(ref);
  return conceptFailure(
    "lifecycle_automation",
    "artifact_exists",
    `${handle} already exists and was not changed.`,
    "Choose another name, or update the existing artifact.",
    {
      artifact: handle,
      path: documentPath(ref),
      suggest: { operation: describeTools[ref.kind], args: { locator: handle }, to: "see it" },
    },
  );
}

const describeTools = {
  specification: "describe_specification",
  implementation: "describe_implementation",
  scratch_pad: "describe_scratch_pad",
} as const;

function scenarioOf(request: CreateRequest, fields: Fields): Scenario {
  if (request.kind !== "scratch_pad") return { kind: request.kind };
  const name = fields.workType?.name ?? "";
  if (!isWorkType(name)) throw new Error("A scratch pad without a work type passed its checks.");
  return { kind: "scratch_pad", workType: name };
}

/** The tokens that every template can use. */
function tokensFor(request: CreateRequest, path: string, { target, workType }: Fields): Tokens {
  const title =
    request.title ??
    request.name.replace(
      /(^|-)([a-z0-9])/g,
      (_, dash: string, first: string) => (dash === "" ? "" : " ") + first.toUpperCase(),
    );
  const base = { output_name: request.name, title };
  if (target === undefined) return base;
  const to = target.target.type === "remote" ? target.target.url : target.target.path;
  const link = target.target.type === "remote" ? to : relative(dirname(path), to);
  const withTarget = {
    ...base,
    target_path: to,
    target_link: link,
    target_name: targetNameOf(target.target, target.stored),
  };
  if (workType === undefined) return withTarget;
  const { name, data } = workType;
  return {
    ...withTarget,
    work_type: name,
    work_type_kind: name,
    work_type_object: JSON.stringify({ [name]: data }),
  };
}

async function report(session: ArtifactSession, draft: Draft, mode: Mode): Promise<CreateReport> {
  const { request, path, text, data, template, warnings } = draft;
  const created = { id: idOf(request), handle: handleOf(request), path };
  const isPersisted = mode === "persist";
  return {
    ...created,
    created: isPersisted ? [created] : [],
    persisted: isPersisted,
    mode,
    template,
    front_matter: data,
    directives: openDirectives(readSource({ path, text, sha256: "" }).markdown),
    mutations: isPersisted ? [{ action: "create", path }] : [],
    document: isPersisted ? undefined : text,
    warnings,
    ...(await currentCheckout(session.workspace)),
  };
}
