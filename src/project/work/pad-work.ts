import { contentFindings } from "../../artifacts/checks/content.ts";
import { crossFindings } from "../../artifacts/checks/cross-artifact.ts";
import { takeInventory } from "../../artifacts/locate/inventory.ts";
import { type Artifact, violationsOf } from "../../artifacts/model/artifact.ts";
import type { ArtifactFinding } from "../../artifacts/model/finding.ts";
import { sessionAt } from "../../artifacts/operations/open-session.ts";
import { takeSnapshot } from "../../artifacts/session.ts";
import { readPrefixes } from "../../artifacts/settings.ts";
import type { FileSnapshot } from "../../artifacts/snapshot.ts";
import type { Finding } from "../../kernel/finding.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks, taskProgress } from "../../markdown/tasks.ts";
import type { Context } from "../../operation/context.ts";
import { readText } from "../../workspace/files/files.ts";
import { childPath, literalPath, parentPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { stateOf, type TaskProgress, type Work, type WorkItem } from "./item.ts";

/** The scratch pads of a SpecMan workspace. */
export async function findPadWork(context: Context): Promise<Work[]> {
  const snapshot = takeSnapshot(sessionAt(context, context.workspace, "list_work"));
  const { artifacts, unreadable } = await takeInventory(snapshot, ["scratch_pad"]);
  const items: WorkItem[] = [];
  for (const pad of artifacts) items.push(await itemOf(context, snapshot, pad));
  const stateByName = new Map(items.map(({ id, state }) => [id, state]));
  const blocked = items.map((item) => ({
    ...item,
    blocked_by: item.blocked_by.filter((name) => stateByName.has(name) && stateByName.get(name) !== "done"),
  }));
  const all = [
    ...withOverlaps(blocked, artifacts),
    ...unreadable.map(({ ref, path }) => unreadableItem(ref.name, path)),
  ];
  const { workspace } = context;
  return all.map((item) => ({ item, workspace, folder: literalPath(item.path) }));
}

async function itemOf({ workspace }: Context, snapshot: FileSnapshot, pad: Artifact): Promise<WorkItem> {
  const folder = parentPath(pad.path);
  const tasks = await readText(workspace, childPath(folder, "tasks.md"), { lossy: true });
  const progress = tasks.ok ? taskProgress(readTasks(readMarkdown(tasks.value.text))) : noTasks;
  const findings = await findingsIn(workspace, snapshot, pad);
  return {
    id: pad.ref.name,
    kind: "scratch_pad",
    label: "SpecMan scratch pad",
    title: pad.title ?? pad.ref.name,
    state: stateOf(progress),
    progress,
    valid: findings.every(({ severity }) => severity !== "error"),
    blocked_by: pad.metadata.dependencies.map(({ ref }) => padName(ref)),
    overlaps: [],
    modified: "",
    path: folder,
  };
}

async function findingsIn(
  workspace: Workspace,
  snapshot: FileSnapshot,
  pad: Artifact,
): Promise<ArtifactFinding[]> {
  const prefixes = await readPrefixes(workspace);
  return [
    ...pad.findings,
    ...(await crossFindings(snapshot, pad)),
    ...(prefixes.ok ? contentFindings(pad, prefixes.value) : []),
  ];
}

/** What the data model says about one scratch pad. */
export async function padFindings(context: Context, name: string): Promise<Finding[]> {
  const { workspace } = context;
  const snapshot = takeSnapshot(sessionAt(context, workspace, "show_work"));
  const { artifacts, unreadable } = await takeInventory(snapshot, ["scratch_pad"]);
  const pad = artifacts.find(({ ref }) => ref.name === name);
  if (pad !== undefined) {
    const violations = violationsOf(pad, await findingsIn(workspace, snapshot, pad));
    return violations.map(({ rule, severity, path, line, message, remedy }) => {
      return { rule, severity, file: path, line, message, fix: remedy };
    });
  }
  return unreadable
    .filter(({ ref }) => ref.name === name)
    .map(({ path, fault: { message, remedy } }) => {
      return { rule: "unreadable-file", severity: "error", file: path, line: 1, message, fix: remedy };
    });
}

/** A dependency is stored as the name of a pad or as the path of its document. */
function padName(ref: string): string {
  const parts = ref.replace(/\/scratch\.md$/, "").split("/");
  return parts.at(-1) ?? ref;
}

/** Pads with the same target change the same document or the same code. */
function withOverlaps(items: readonly WorkItem[], pads: readonly Artifact[]): WorkItem[] {
  const targetOf = new Map(pads.map(({ ref, metadata }) => [ref.name, metadata.target]));
  return items.map((item) => {
    const target = targetOf.get(item.id);
    const others = target === undefined ? [] : items.filter(({ id }) => targetOf.get(id) === target);
    return { ...item, overlaps: others.map(({ id }) => id).filter((id) => id !== item.id) };
  });
}

const noTasks: TaskProgress = { completed: 0, total: 0 };

function unreadableItem(name: string, path: string): WorkItem {
  return {
    id: name,
    kind: "scratch_pad",
    label: "SpecMan scratch pad",
    title: name,
    state: "drafting",
    progress: noTasks,
    valid: false,
    blocked_by: [],
    overlaps: [],
    modified: "",
    path: path.replace(/\/[^/]*$/, ""),
  };
}
