import { isRecord } from "../../kernel/json.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { followRef, type Target } from "../locate/stored-refs.ts";
import { documentsFor, slugIn, unknownHeading } from "../locate/work-type-headings.ts";
import type { Artifact } from "../model/artifact.ts";
import { type ArtifactFinding, refusal } from "../model/finding.ts";
import { checkWorkType } from "../model/work-type-metadata.ts";
import { headingsOf, isWorkType, type WorkType, workTypeFacts } from "../model/work-types.ts";
import type { PlannedOp } from "../mutation/plan-ops.ts";
import type { FileSnapshot } from "../snapshot.ts";

/**
 * A work type from a client as it is stored: a bare word becomes an object, a required list is added, and every
 * heading becomes the fragment of an existing heading.
 */
export async function bindWorkType(
  snapshot: FileSnapshot,
  target: Target,
  input: unknown,
): Promise<Result<WorkType>> {
  const findings: ArtifactFinding[] = [];
  const workType = checkWorkType(complete(input), findings);
  const refused = refusal("lifecycle_automation", findings);
  if (refused !== undefined) return refused;
  if (workType === undefined) throw new Error("A valid work type was not read.");
  return bindHeadings(snapshot, target, workType);
}

/** The same for the op that changes the work type of an existing scratch pad. */
export async function bindWorkTypeOp(
  snapshot: FileSnapshot,
  pad: Artifact,
  planned: readonly PlannedOp[],
): Promise<Result<PlannedOp[]>> {
  const bound: PlannedOp[] = [];
  for (const each of planned) {
    if (each.op.op !== "set_work_type") {
      bound.push(each);
      continue;
    }
    const { target = "" } = pad.metadata;
    const followed = await followRef(snapshot, { kind: "scratch_pad", path: pad.path }, target, "target");
    const workType = await bindWorkType(snapshot, followed, each.op.work_type);
    if (!workType.ok) return workType;
    const { name, data } = workType.value;
    bound.push({ ...each, op: { ...each.op, work_type: { [name]: data } } });
  }
  return ok(bound);
}

async function bindHeadings(
  snapshot: FileSnapshot,
  target: Target,
  workType: WorkType,
): Promise<Result<WorkType>> {
  const key = workTypeFacts[workType.name].headingsKey;
  if (key === undefined) return ok(workType);
  const documents = await documentsFor(snapshot, workType.name, target);
  const fragments: string[] = [];
  for (const heading of headingsOf(workType)) {
    const slug = documents.length === 0 ? heading.replace(/^.*#/, "") : slugIn(documents, heading);
    if (slug === undefined) {
      const refused = refusal("lifecycle_automation", [unknownHeading(heading, documents)]);
      if (refused !== undefined) return refused;
    } else if (!fragments.includes(`#${slug}`)) fragments.push(`#${slug}`);
  }
  return ok({ ...workType, data: { ...workType.data, [key]: fragments } });
}

/** `"feat"` stands for `{feat: {}}`, and a missing list of headings for an empty one. */
function complete(input: unknown): unknown {
  const workType = typeof input === "string" && isWorkType(input) ? { [input]: {} } : input;
  if (!isRecord(workType)) return workType;
  const entries = Object.entries(workType).map(([name, data]) => {
    const key = isWorkType(name) ? workTypeFacts[name].headingsKey : undefined;
    return [
      name,
      key !== undefined && isRecord(data) && data[key] === undefined ? { ...data, [key]: [] } : data,
    ];
  });
  return Object.fromEntries(entries);
}
