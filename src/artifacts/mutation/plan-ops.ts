import { ok, type Result } from "../../kernel/result.ts";
import { bindRef, type InputRef } from "../lifecycle/input-refs.ts";
import { targetKey } from "../locate/stored-refs.ts";
import { citedRule, conceptFailure } from "../model/faults.ts";
import { type ArtifactKind, withArticle } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { type Op, type OpName, opFacts, opNames } from "./ops.ts";

/** A valid op with the field or entry that it changes. Two ops with the same subject conflict. */
export interface PlannedOp {
  readonly op: Op;
  readonly subject: string;
  /** For ops on dependencies, references and `spec`. */
  readonly ref?: InputRef;
}

/**
 * Checks a list of ops before anything is changed: each fits the kind and has its arguments, and no two change the
 * same thing. The list describes the desired state, so its order does not matter.
 */
export async function planOps(
  snapshot: FileSnapshot,
  from: { readonly kind: ArtifactKind; readonly path: string },
  ops: readonly Op[],
): Promise<Result<PlannedOp[]>> {
  if (ops.length === 0) return invalidOps("The list of ops is empty.", "Give at least one op.");
  for (const op of ops) {
    const valid = checkOp(from.kind, op);
    if (!valid.ok) return valid;
  }
  const planned: PlannedOp[] = [];
  for (const op of ops) {
    const bound = await bindOp(snapshot, from, op);
    if (!bound.ok) return bound;
    planned.push(bound.value);
  }
  const seen = new Map<string, Op>();
  for (const { op, subject } of planned) {
    const other = seen.get(subject);
    if (other !== undefined) return conflict(subject, other, op);
    seen.set(subject, op);
  }
  return ok(inCanonicalOrder(planned));
}

function checkOp(kind: ArtifactKind, op: Op): Result<void> {
  const facts = opFacts(op.op);
  if (!facts.kinds.includes(kind)) return wrongKind(kind, op.op);
  if (op.op === "set_target" || op.op === "clear_target") return immutable(op.op);
  const names = Object.entries(op).flatMap(([name, value]) =>
    name === "op" || value === undefined ? [] : [name],
  );
  const missing = facts.needs.find((name) => !names.includes(name));
  if (missing !== undefined)
    return invalidOps(`The op ${op.op} needs \`${missing}\`.`, `Send {"op": "${op.op}", "${missing}": …}.`);
  const takes: readonly string[] = [...facts.needs, ...(facts.takes ?? [])];
  const extra = names.find((name) => !takes.includes(name));
  if (extra === undefined) return ok(undefined);
  return invalidOps(
    `The op ${op.op} does not take \`${extra}\`.`,
    takes.length === 0 ? "It takes no arguments." : `It takes: ${takes.join(", ")}.`,
  );
}

async function bindOp(
  snapshot: FileSnapshot,
  from: { readonly kind: ArtifactKind; readonly path: string },
  op: Op,
): Promise<Result<PlannedOp>> {
  if (op.ref === undefined) return ok({ op, subject: subjectOf(op) });
  const bareKind = from.kind === "scratch_pad" ? "scratch_pad" : "specification";
  const ref = await bindRef(snapshot, from, op.ref, bareKind);
  if (!ref.ok) return op.op.startsWith("remove_") ? ok({ op, subject: `${listOf(op.op)}:${op.ref}` }) : ref;
  const subject = op.op.endsWith("_spec")
    ? "impl.spec"
    : `${listOf(op.op)}:${targetKey(ref.value.target, op.ref)}`;
  return ok({ op, subject, ref: ref.value });
}

function listOf(name: OpName): "dependencies" | "references" {
  return name.endsWith("_reference") ? "references" : "dependencies";
}

function subjectOf(op: Op): string {
  const field = op.op.replace(/^(set|clear|add|remove)_/, "");
  if (field === "tag") return `identity.tags:${(op.tag ?? "").trim()}`;
  if (field === "secondary_language") return `impl.secondary_languages:${op.language ?? ""}`;
  return field;
}

/** By op, then by subject, so that the order of the list does not change the result. */
function inCanonicalOrder(planned: readonly PlannedOp[]): PlannedOp[] {
  const rank = ({ op, subject }: PlannedOp) =>
    `${String(opNames.indexOf(op.op)).padStart(3, "0")} ${subject}`;
  return [...planned].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function wrongKind(kind: ArtifactKind, name: OpName): Result<never> {
  const { kinds } = opFacts(name);
  const supported = opNames.filter((each) => opFacts(each).kinds.includes(kind) && !each.endsWith("_target"));
  const message = `The op ${name} is for ${kinds.map(withArticle).join(" or ")}, not for ${withArticle(kind)}.`;
  return conceptFailure(
    "metadata_mutation",
    "unsupported_op",
    message,
    `The ops of ${withArticle(kind)} are: ${supported.join(", ")}.`,
    {
      constraint_group: "concept-metadata-mutation.scope.supported-fields",
    },
  );
}

function immutable(name: OpName): Result<never> {
  return conceptFailure(
    "metadata_mutation",
    "target_immutable",
    `${name} is refused: the target of a scratch pad never changes.`,
    "Create a new scratch pad for the other target, and delete this one when it is no longer needed.",
    {
      ...citedRule("scratch_metadata"),
      constraint_group: "concept-metadata-mutation.scope.supported-fields",
    },
  );
}

function invalidOps(message: string, remedy: string): Result<never> {
  return conceptFailure("metadata_mutation", "invalid_argument", message, remedy, {
    subject: { argument: "ops" },
  });
}

function conflict(subject: string, one: Op, other: Op): Result<never> {
  const message = `${one.op} and ${other.op} both change \`${subject}\`; the ops describe the desired state, so each field or entry can appear only once.`;
  return conceptFailure("metadata_mutation", "conflicting_ops", message, "Keep one of the two.", {
    details: { subject, ops: [one, other] },
  });
}
