import { isRecord } from "../../kernel/json.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { listFolder, readText } from "../../workspace/files/files.ts";
import { literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";

/** An installed preset or extension. */
export interface Pack {
  readonly id: string;
  readonly folder: WorkspacePath;
}

const defaultPriority = 10;

/** The presets in force, the strongest first. If there is a registry, only presets that it lists count. */
export async function presetsOf(workspace: Workspace): Promise<Pack[]> {
  return packsIn(workspace, "presets", { unregistered: "skip" });
}

/** The extensions in force, the strongest first. One that the registry does not know counts like the others. */
export async function extensionsOf(workspace: Workspace): Promise<Pack[]> {
  return packsIn(workspace, "extensions", { unregistered: "include" });
}

async function packsIn(
  workspace: Workspace,
  kind: "presets" | "extensions",
  { unregistered }: { readonly unregistered: "skip" | "include" },
): Promise<Pack[]> {
  const listed = await listFolder(workspace, literalPath(`.specify/${kind}`));
  const folders = (listed.ok ? listed.value : []).filter(
    (entry) => entry.kind === "folder" && /^[a-z0-9-]+$/.test(entry.name),
  );
  const registry = await registryOf(workspace, kind);
  const packs = folders.flatMap(({ name, path }) => {
    const entry = registry !== undefined && Object.hasOwn(registry, name) ? registry[name] : undefined;
    if (registry !== undefined && entry === undefined && unregistered === "skip") return [];
    if (isRecord(entry) && entry.enabled === false) return [];
    return [{ id: name, folder: path, priority: priorityOf(entry) }];
  });
  return packs.sort((a, b) => a.priority - b.priority || byCodePoint(a.id, b.id));
}

/** The entries of `.specify/<kind>/.registry`; undefined if there is none that can be read. */
async function registryOf(
  workspace: Workspace,
  kind: "presets" | "extensions",
): Promise<Record<string, unknown> | undefined> {
  const file = await readText(workspace, literalPath(`.specify/${kind}/.registry`));
  const registry = file.ok ? parse(file.value.text) : undefined;
  const entries = isRecord(registry) ? registry[kind] : undefined;
  return isRecord(entries) ? entries : undefined;
}

function priorityOf(entry: unknown): number {
  const priority = isRecord(entry) ? entry.priority : undefined;
  return typeof priority === "number" && priority >= 1 ? priority : defaultPriority;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
