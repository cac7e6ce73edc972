import { isRecord } from "../../kernel/json.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { listFolder, readText } from "../../workspace/files/files.ts";
import { joinPath, literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { ownTemplates, type TemplateName } from "./texts.ts";

const defaultPriority = 10;
/** The source of a template that the project does not override. */
export const OWN_TEMPLATE = "hewto";
const templates = literalPath(".specify/templates");

export interface Template {
  readonly text: string;
  /** The path of its file, or `hewto` for our own. */
  readonly source: string;
}

/** The template of a document in spec-kit's order: overrides, presets, extensions, the project's, ours. */
export async function resolveTemplate(workspace: Workspace, name: TemplateName): Promise<Template> {
  const layers: Template[] = [];
  for (const folder of await folders(workspace)) {
    const path = joinPath(folder, `${name}.md`);
    const file = path.ok ? await readText(workspace, path.value) : path;
    if (file.ok && file.value.text.trim() !== "")
      layers.push({ text: file.value.text, source: file.value.path });
  }
  layers.push({ text: ownTemplates[name], source: OWN_TEMPLATE });
  return compose(layers);
}

/** A template that holds `{CORE_TEMPLATE}` wraps the one below it. */
function compose(layers: readonly Template[]): Template {
  const [first, ...below] = layers;
  if (first === undefined) return { text: "", source: OWN_TEMPLATE };
  if (!first.text.includes("{CORE_TEMPLATE}") || below.length === 0) return first;
  const core = compose(below).text;
  return { text: first.text.replaceAll("{CORE_TEMPLATE}", () => core), source: first.source };
}

async function folders(workspace: Workspace): Promise<WorkspacePath[]> {
  const presets = await children(workspace, ".specify/presets");
  const priority = await priorities(workspace);
  presets.sort((a, b) => priority(a.name) - priority(b.name) || byCodePoint(a.name, b.name));
  const extensions = await children(workspace, ".specify/extensions");
  return [
    literalPath(`${templates}/overrides`),
    ...presets.map(({ path }) => literalPath(`${path}/templates`)),
    ...extensions.map(({ path }) => literalPath(`${path}/templates`)),
    templates,
  ];
}

async function children(workspace: Workspace, folder: string) {
  const listed = await listFolder(workspace, literalPath(folder));
  return listed.ok ? listed.value.filter((entry) => entry.kind === "folder" && isPlain(entry.name)) : [];
}

/** Names that `literalPath` accepts. */
function isPlain(name: string): boolean {
  return /^[\w.@-]+$/.test(name) && !/^\.+$/.test(name);
}

/** The priorities in `.specify/presets/.registry`; the lowest number comes first. */
async function priorities(workspace: Workspace): Promise<(preset: string) => number> {
  const file = await readText(workspace, literalPath(".specify/presets/.registry"));
  const registry = file.ok ? parse(file.value.text) : undefined;
  const presets = isRecord(registry) && isRecord(registry.presets) ? registry.presets : {};
  return (preset) => {
    const entry = Object.hasOwn(presets, preset) ? presets[preset] : undefined;
    return isRecord(entry) && typeof entry.priority === "number" ? entry.priority : defaultPriority;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
