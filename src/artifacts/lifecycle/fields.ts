import type { Json } from "../../kernel/json.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { targetNameOf } from "../checks/cross-artifact.ts";
import { bindLocation } from "../locate/location.ts";
import { conceptFailure, ruleFailure } from "../model/faults.ts";
import { type ArtifactKind, documentPath, handleOf, withArticle } from "../model/kinds.ts";
import { type WorkType, workTypeFacts } from "../model/work-types.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { bindRef, type InputRef, missingTarget } from "./input-refs.ts";
import type { CreateRequest } from "./request.ts";
import { bindWorkType } from "./work-type-input.ts";

/** The front matter of a new artifact, in the order of its keys, and the values for its template. */
export interface Fields {
  readonly data: FrontMatter;
  readonly target?: InputRef;
  readonly workType?: WorkType;
}

/** Resolves the references of a request and returns its front matter: only keys with values. */
export async function fieldsFor(snapshot: FileSnapshot, request: CreateRequest): Promise<Result<Fields>> {
  const from = { kind: request.kind, path: documentPath(request) };
  const refused = refuseOtherFields(request);
  if (refused !== undefined) return refused;
  const dependencies = await boundDependencies(snapshot, from, request);
  if (!dependencies.ok) return dependencies;
  if (request.kind === "specification") return ok({ data: specificationData(request, dependencies.value) });
  const target = await boundTarget(snapshot, from, request);
  if (!target.ok) return target;
  if (request.kind === "implementation")
    return implementationFields(snapshot, from, request, target.value, dependencies.value);
  return scratchFields(snapshot, request, target.value, dependencies.value);
}

type From = { readonly kind: ArtifactKind; readonly path: string };

function specificationData(request: CreateRequest, dependencies: readonly Json[]): FrontMatter {
  return withValues({
    ...identity(request),
    version: request.version ?? initialVersion,
    dependencies,
    requires_implementation: request.requires_implementation,
  });
}

async function implementationFields(
  snapshot: FileSnapshot,
  from: From,
  request: CreateRequest,
  target: InputRef,
  dependencies: readonly Json[],
): Promise<Result<Fields>> {
  const references = await boundReferences(snapshot, from, request);
  if (!references.ok) return references;
  const location =
    request.location === undefined
      ? ok(undefined)
      : await bindLocation(snapshot, "lifecycle_automation", from, request.location);
  if (!location.ok) return location;
  const data = withValues({
    spec: target.stored,
    ...identity(request),
    version: request.version ?? initialVersion,
    location: location.value,
    references: references.value,
    dependencies: dependencies.length > 0 ? dependencies : undefined,
  });
  return ok({ data, target });
}

async function scratchFields(
  snapshot: FileSnapshot,
  request: CreateRequest,
  target: InputRef,
  dependencies: readonly Json[],
): Promise<Result<Fields>> {
  const bound = await bindWorkType(snapshot, target.target, request.work_type);
  if (!bound.ok) return bound;
  const { name, data } = bound.value;
  if (target.target.type !== "remote" && !target.target.exists && name !== "draft") {
    return missingTarget(
      request.target ?? "",
      target,
      `Create the ${workTypeFacts[name].target} first; only a draft can precede its target.`,
    );
  }
  const defaultBranch = `${targetNameOf(target.target, target.stored)}/${name}/${request.name}`;
  const isRepository = (await gitStatus(snapshot.workspace)).repository;
  const fields = withValues({
    ...identity(request),
    version: request.version,
    target: target.stored,
    branch: request.branch ?? (isRepository ? defaultBranch : undefined),
    work_type: { [name]: jsonOf(data) },
    dependencies: dependencies.length > 0 ? dependencies : undefined,
  });
  return ok({ data: fields, target, workType: bound.value });
}

const initialVersion = "1.0.0";

function identity({ name, title, description, tags = [] }: CreateRequest) {
  return { name, title, description, tags: tags.length > 0 ? [...new Set(tags)] : undefined };
}

type FrontMatter = Readonly<Record<string, Json>>;

/** Keys without a value are not written. */
function withValues(fields: Readonly<Record<string, Json | undefined>>): FrontMatter {
  const data: Record<string, Json> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) data[key] = value;
  return data;
}

async function boundTarget(
  snapshot: FileSnapshot,
  from: From,
  request: CreateRequest,
): Promise<Result<InputRef>> {
  const isPad = request.kind === "scratch_pad";
  if (request.target === undefined || request.target.trim() === "") {
    const message = isPad
      ? "A scratch pad needs a `target`."
      : "An implementation needs a `target`: its governing specification.";
    const remedy = isPad
      ? "Give the specification or implementation that the work is on, such as impl://NAME."
      : "Give the specification, such as spec://NAME.";
    return ruleFailure(
      "lifecycle_automation",
      isPad ? "target" : "one_spec",
      "invalid_metadata",
      message,
      remedy,
    );
  }
  const bound = await bindRef(snapshot, from, request.target, isPad ? undefined : "specification");
  if (!bound.ok) return bound;
  const { target } = bound.value;
  if (!isPad && target.type === "artifact" && target.ref.kind !== "specification") {
    const message = `\`${request.target}\` is ${withArticle(target.ref.kind)}; an implementation needs a specification as its target.`;
    return ruleFailure(
      "lifecycle_automation",
      "one_spec",
      "kind_mismatch",
      message,
      "Give a specification, such as spec://NAME.",
      { artifact: handleOf(target.ref) },
    );
  }
  if (!isPad && target.type !== "remote" && !target.exists) {
    return missingTarget(
      request.target,
      bound.value,
      "Create the specification first, or correct the target.",
    );
  }
  return bound;
}

async function boundDependencies(
  snapshot: FileSnapshot,
  from: From,
  request: CreateRequest,
): Promise<Result<Json[]>> {
  const stored = new Map<string, Json>();
  const bareKind = request.kind === "scratch_pad" ? "scratch_pad" : "specification";
  for (const { ref, optional } of request.dependencies ?? []) {
    const bound = await bindRef(snapshot, from, ref, bareKind);
    if (!bound.ok) return bound;
    const text = bound.value.stored;
    stored.set(text, optional === undefined ? text : { ref: text, optional });
  }
  return ok([...stored.values()]);
}

async function boundReferences(
  snapshot: FileSnapshot,
  from: From,
  request: CreateRequest,
): Promise<Result<Json[]>> {
  const stored = new Map<string, Json>();
  for (const { ref, type, optional } of request.references ?? []) {
    const bound = await bindRef(snapshot, from, ref, undefined);
    if (!bound.ok) return bound;
    const { target } = bound.value;
    const implied = target.type === "artifact" ? target.ref.kind : undefined;
    const entry = withValues({ ref: bound.value.stored, type: type ?? implied, optional });
    stored.set(bound.value.stored, entry);
  }
  return ok([...stored.values()]);
}

/** Refuses a field that only another kind of artifact has. */
function refuseOtherFields(request: CreateRequest): Result<never> | undefined {
  const allowed: Readonly<Record<ArtifactKind, readonly (keyof CreateRequest)[]>> = {
    specification: ["dependencies", "requires_implementation"],
    implementation: ["dependencies", "target", "location", "references"],
    scratch_pad: ["dependencies", "target", "work_type", "branch"],
  };
  const kindFields: readonly (keyof CreateRequest)[] = [
    "requires_implementation",
    "target",
    "location",
    "references",
    "work_type",
    "branch",
  ];
  const other = kindFields.find(
    (field) => request[field] !== undefined && !allowed[request.kind].includes(field),
  );
  if (other === undefined) return undefined;
  const message = `\`${other}\` does not belong in ${withArticle(request.kind)}.`;
  return conceptFailure(
    "lifecycle_automation",
    "invalid_metadata",
    message,
    `Leave out \`${other}\`, or choose another kind.`,
    {
      data_model_heading: {
        specification: "Specification Metadata",
        implementation: "Implementation Metadata",
        scratch_pad: "Scratch Pad Metadata",
      }[request.kind],
    },
  );
}

function jsonOf(value: unknown): Json {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  return typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonOf(item)]))
    : null;
}
