import { isRecord, type Json } from "../../kernel/json.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { DataEdit } from "../../markdown/yaml/data-edit.ts";
import { bindLocation } from "../locate/location.ts";
import { looksLikeHandle } from "../locate/locator.ts";
import { followRef, targetKey } from "../locate/stored-refs.ts";
import type { Artifact } from "../model/artifact.ts";
import { conceptFailure } from "../model/faults.ts";
import { languageId, languagePattern } from "../model/languages.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { PlannedOp } from "./plan-ops.ts";

/** The front matter edits that carry out the ops. */
export async function editsFor(
  snapshot: FileSnapshot,
  artifact: Artifact,
  planned: readonly PlannedOp[],
): Promise<Result<DataEdit[]>> {
  const removals: { path: (string | number)[] }[] = [];
  const edits: DataEdit[] = [];
  for (const each of planned) {
    const { op } = each;
    if (op.op.startsWith("remove_"))
      removals.push(...(await removalPaths(snapshot, artifact, each)).map((path) => ({ path })));
    else {
      const edit = await editOf(snapshot, artifact, each);
      if (!edit.ok) return edit;
      edits.push(...edit.value);
    }
  }
  // Last index first, so that the remaining indexes stay valid. Additions come later: they append.
  removals.sort((a, b) => Number(b.path.at(-1)) - Number(a.path.at(-1)));
  return ok([...removals.map(({ path }): DataEdit => ({ op: "remove", path })), ...edits]);
}

async function editOf(
  snapshot: FileSnapshot,
  artifact: Artifact,
  planned: PlannedOp,
): Promise<Result<DataEdit[]>> {
  const { op, ref } = planned;
  if (op.op.startsWith("clear_")) return ok([{ op: "remove", path: [op.op.slice("clear_".length)] }]);
  switch (op.op) {
    case "add_tag":
      return addText("tags", (op.tag ?? "").trim(), op.op);
    case "add_secondary_language":
      if (!languagePattern.test(op.language ?? "")) return invalidLanguage(op.language ?? "");
      if (entries(artifact, "secondary_languages").some((entry) => languageId(entry) === op.language))
        return ok([]);
      return addText("secondary_languages", op.language ?? "", op.op);
    case "set_primary_language":
      if (!languagePattern.test(op.language ?? "")) return invalidLanguage(op.language ?? "");
      return ok([setLanguage(artifact, op.language ?? "")]);
    case "add_dependency":
      return ok(await addDependency(snapshot, artifact, planned));
    case "add_reference":
      return addReference(snapshot, artifact, planned);
    case "set_location": {
      const location = await bindLocation(snapshot, "metadata_mutation", artifact, op.location ?? "");
      return location.ok ? ok([{ op: "set", path: ["location"], value: location.value }]) : location;
    }
    case "set_spec":
      return ok([{ op: "set", path: ["spec"], value: ref?.stored ?? "" }]);
    case "set_requires_implementation":
      return ok([{ op: "set", path: ["requires_implementation"], value: op.requires ?? true }]);
    case "set_work_type":
      return ok([{ op: "set", path: ["work_type"], value: asJson(op.work_type) }]);
    default: {
      const field = op.op.slice("set_".length);
      const value = Object.entries(op).find(([name]) => name === field)?.[1];
      return ok([{ op: "set", path: [field], value: asJson(value) }]);
    }
  }
}

/** An existing entry stays as it is written; only its flag is set, if one is given. */
async function addDependency(
  snapshot: FileSnapshot,
  artifact: Artifact,
  { op, ref, subject }: PlannedOp,
): Promise<DataEdit[]> {
  const at = (await matching(snapshot, artifact, "dependencies", subject, op.ref))[0];
  if (at === undefined) {
    const stored = ref?.stored ?? "";
    const value = op.optional === undefined ? stored : { ref: stored, optional: op.optional };
    return [{ op: "add-item", path: ["dependencies"], value }];
  }
  const entry = entries(artifact, "dependencies")[at];
  if (typeof entry !== "string") {
    const flag: DataEdit[] =
      op.optional === undefined
        ? []
        : [{ op: "set", path: ["dependencies", at, "optional"], value: op.optional }];
    return [...asPath("dependencies", at, entry, ref?.stored), ...flag];
  }
  const text = looksLikeHandle(entry) ? (ref?.stored ?? entry) : entry;
  const value = op.optional === true ? { ref: text, optional: true } : text;
  return [{ op: "set", path: ["dependencies", at], value }];
}

/** A handle that is stored in a file is replaced by its path when it is added again. */
function asPath(key: string, at: number, entry: unknown, stored: string | undefined): DataEdit[] {
  const ref = isRecord(entry) ? entry["ref"] : undefined;
  if (typeof ref !== "string" || !looksLikeHandle(ref) || stored === undefined) return [];
  return [{ op: "set", path: [key, at, "ref"], value: stored }];
}

async function addReference(
  snapshot: FileSnapshot,
  artifact: Artifact,
  { op, ref, subject }: PlannedOp,
): Promise<Result<DataEdit[]>> {
  const at = (await matching(snapshot, artifact, "references", subject, op.ref))[0];
  if (at === undefined) {
    const target = ref?.target;
    const implied =
      target?.type === "artifact" && target.ref.kind !== "scratch_pad" ? target.ref.kind : undefined;
    const type = op.type ?? implied;
    if (type === undefined) {
      const message = `The reference \`${op.ref ?? ""}\` needs a \`type\`: implementation or specification.`;
      return conceptFailure("metadata_mutation", "invalid_argument", message, "Add it to the op.", {
        data_model_heading: "References",
        constraint_group: "concept-implementations.references.model",
      });
    }
    const value: Record<string, Json> = { ref: ref?.stored ?? "", type };
    if (op.optional !== undefined) value["optional"] = op.optional;
    return ok([{ op: "add-item", path: ["references"], value }]);
  }
  const edits: DataEdit[] = asPath("references", at, entries(artifact, "references")[at], ref?.stored);
  if (op.type !== undefined) edits.push({ op: "set", path: ["references", at, "type"], value: op.type });
  if (op.optional !== undefined)
    edits.push({ op: "set", path: ["references", at, "optional"], value: op.optional });
  return ok(edits);
}

async function removalPaths(
  snapshot: FileSnapshot,
  artifact: Artifact,
  planned: PlannedOp,
): Promise<(string | number)[][]> {
  const { op, subject } = planned;
  if (op.op === "remove_tag") return pathsWhere(artifact, "tags", (entry) => entry === (op.tag ?? "").trim());
  if (op.op === "remove_secondary_language") {
    return pathsWhere(artifact, "secondary_languages", (entry) => languageId(entry) === op.language);
  }
  const key = op.op === "remove_reference" ? "references" : "dependencies";
  return (await matching(snapshot, artifact, key, subject, op.ref)).map((index) => [key, index]);
}

/** The entries that match: by their text, or because they point to the same target. */
async function matching(
  snapshot: FileSnapshot,
  artifact: Artifact,
  key: "dependencies" | "references",
  subject: string,
  text: string | undefined,
): Promise<number[]> {
  const indexes: number[] = [];
  const from = { kind: artifact.ref.kind, path: artifact.path };
  for (const [index, entry] of entries(artifact, key).entries()) {
    const ref = isRecord(entry) ? entry["ref"] : entry;
    if (typeof ref !== "string") continue;
    const role = key === "references" ? "reference" : "dependency";
    const isSame =
      ref.trim() === text?.trim() ||
      `${key}:${targetKey(await followRef(snapshot, from, ref, role), ref)}` === subject;
    if (isSame) indexes.push(index);
  }
  return indexes;
}

function pathsWhere(
  artifact: Artifact,
  key: string,
  matches: (entry: unknown) => boolean,
): (string | number)[][] {
  return entries(artifact, key).flatMap((entry, index) => (matches(entry) ? [[key, index]] : []));
}

function entries(artifact: Artifact, key: string): readonly unknown[] {
  const value = artifact.source.data[key];
  return Array.isArray(value) ? value : [];
}

function addText(key: string, value: string, op: string): Result<DataEdit[]> {
  if (value !== "") return ok([{ op: "add-item", path: [key], value }]);
  return conceptFailure(
    "metadata_mutation",
    "invalid_argument",
    `The op ${op} needs a text that is not empty.`,
    "Give a text.",
  );
}

/** The object form keeps its libraries and properties. */
function setLanguage(artifact: Artifact, language: string): DataEdit {
  const isObject = isRecord(artifact.source.data["primary_language"]);
  return {
    op: "set",
    path: isObject ? ["primary_language", "language"] : ["primary_language"],
    value: language,
  };
}

function invalidLanguage(language: string): Result<never> {
  const message = `\`${language}\` is not a language identifier.`;
  return conceptFailure(
    "metadata_mutation",
    "invalid_metadata",
    message,
    "Write the file extension, with `@version` if there are several versions, such as rs@1.80.",
    {
      data_model_heading: "Implementation Metadata",
    },
  );
}

/** Arguments come from JSON, so nothing is lost. */
function asJson(value: unknown): Json {
  if (value === null || typeof value === "boolean" || typeof value === "number" || typeof value === "string")
    return value;
  if (Array.isArray(value)) return value.map(asJson);
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item)]));
  return null;
}
