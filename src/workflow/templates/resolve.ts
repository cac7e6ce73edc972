import { isRecord } from "../../kernel/json.ts";
import { readText } from "../../workspace/files/files.ts";
import { joinPath, literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { extensionsOf, type Pack, presetsOf } from "./packs.ts";
import { ownTemplates, type TemplateName } from "./texts.ts";

/** The source of a template that the project does not override. */
export const OWN_TEMPLATE = "hewto";
const templates = literalPath(".specify/templates");
const coreMarker = "{CORE_TEMPLATE}";

export interface Template {
  readonly text: string;
  /** The path of its file, or `hewto` for our own. */
  readonly source: string;
}

/** How a preset combines its template with the one below it. */
type Strategy = "replace" | "prepend" | "append" | "wrap";

interface Layer extends Template {
  readonly strategy: Strategy;
}

/** The template of a document in spec-kit's order: overrides, presets, extensions, the project's, ours. */
export async function resolveTemplate(workspace: Workspace, name: TemplateName): Promise<Template> {
  const layers: (Layer | undefined)[] = [await layerIn(workspace, `${templates}/overrides`, name)];
  for (const preset of await presetsOf(workspace)) layers.push(await presetLayer(workspace, preset, name));
  for (const { folder } of await extensionsOf(workspace))
    layers.push(await packLayer(workspace, folder, name));
  layers.push(await layerIn(workspace, templates, name));
  layers.push({ text: ownTemplates[name], source: OWN_TEMPLATE, strategy: "replace" });
  return compose(layers.filter((layer) => layer !== undefined));
}

function compose([first, ...below]: readonly Layer[]): Template {
  if (first === undefined) return { text: "", source: OWN_TEMPLATE };
  const { text, source } = first;
  const strategy = text.includes(coreMarker) ? "wrap" : first.strategy;
  if (strategy === "replace" || below.length === 0) return { text, source };
  const core = compose(below).text;
  if (strategy === "prepend") return { text: `${text.trimEnd()}\n\n${core}`, source };
  if (strategy === "append") return { text: `${core.trimEnd()}\n\n${text}`, source };
  return { text: text.replaceAll(coreMarker, () => core), source };
}

/** The template of a preset: the file that its manifest names, with its strategy, or the one in the usual place. */
async function presetLayer(workspace: Workspace, preset: Pack, name: string): Promise<Layer | undefined> {
  const declared = (await declaredTemplates(workspace, preset)).find((entry) => entry["name"] === name);
  if (declared === undefined) return packLayer(workspace, preset.folder, name);
  const file = typeof declared["file"] === "string" ? joinPath(preset.folder, declared["file"]) : undefined;
  return file?.ok ? readLayer(workspace, file.value, strategyOf(declared["strategy"])) : undefined;
}

/** The entries of `provides.templates` in `preset.yml` that are templates. */
async function declaredTemplates(
  workspace: Workspace,
  { folder }: Pack,
): Promise<readonly Record<string, unknown>[]> {
  const path = joinPath(folder, "preset.yml");
  const file = path.ok ? await readText(workspace, path.value) : path;
  if (!file.ok) return [];
  // Loaded on demand: most projects have no preset.
  const { readYamlMapping } = await import("../../markdown/yaml/yaml-read.ts");
  const reading = readYamlMapping(file.value.text);
  const provides = reading.ok ? reading.mapping.data["provides"] : undefined;
  const entries = isRecord(provides) && Array.isArray(provides.templates) ? provides.templates : [];
  return entries.filter(isRecord).filter(({ type }) => type === undefined || type === "template");
}

function strategyOf(value: unknown): Strategy {
  const name = typeof value === "string" ? value.toLowerCase() : "";
  return name === "prepend" || name === "append" || name === "wrap" ? name : "replace";
}

async function packLayer(workspace: Workspace, folder: string, name: string): Promise<Layer | undefined> {
  return (await layerIn(workspace, `${folder}/templates`, name)) ?? layerIn(workspace, folder, name);
}

async function layerIn(workspace: Workspace, folder: string, name: string): Promise<Layer | undefined> {
  return readLayer(workspace, literalPath(`${folder}/${name}.md`), "replace");
}

async function readLayer(
  workspace: Workspace,
  path: WorkspacePath,
  strategy: Strategy,
): Promise<Layer | undefined> {
  const file = await readText(workspace, path);
  if (!file.ok || file.value.text.trim() === "") return undefined;
  return { text: file.value.text, source: file.value.path, strategy };
}
