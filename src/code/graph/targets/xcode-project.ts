import { posix } from "node:path";
import { type PlistDictionary, type PlistValue, readPropertyList } from "./property-list.ts";
import { type Manifest, moduleName, type Target } from "./target.ts";

/** The targets of an Xcode project with the files of their build phases, and folders that they take whole. */
export function xcodeTargets({ path, text }: Manifest): Target[] {
  const project = dictionary(readPropertyList(text));
  const objects = dictionary(project?.["objects"]);
  if (!project || !objects) return [];
  const base = posix.dirname(posix.dirname(path));
  const reader = new ProjectReader(objects, base === "." ? "" : base, path);
  return reader.targets(dictionary(objects[word(project["rootObject"])]));
}

class ProjectReader {
  readonly #objects: PlistDictionary;
  readonly #base: string;
  readonly #manifest: string;
  /** Paths of files and groups by their identifier. */
  readonly #places = new Map<string, string>();

  constructor(objects: PlistDictionary, base: string, manifest: string) {
    this.#objects = objects;
    this.#base = base;
    this.#manifest = manifest;
  }

  targets(root: PlistDictionary | undefined): Target[] {
    if (!root) return [];
    const folder = posix.join(this.#base, word(root["projectDirPath"]));
    this.#place(word(root["mainGroup"]), folder === "." ? "" : folder, 0);
    return words(root["targets"]).flatMap((id) => {
      const target = this.#object(id);
      return target && word(target["isa"]) === "PBXNativeTarget" ? [this.#target(target)] : [];
    });
  }

  #target(target: PlistDictionary): Target {
    const product = word(target["productType"]);
    const phases = words(target["buildPhases"]).map((id) => this.#object(id));
    const sources = phases.filter((phase) => word(phase?.["isa"]) === "PBXSourcesBuildPhase");
    const files = sources.flatMap((phase) => words(phase?.["files"]));
    const references = files.map((id) => word(this.#object(id)?.["fileRef"]));
    const whole = words(target["fileSystemSynchronizedGroups"]);
    return {
      name: moduleName(word(target["name"])),
      kind: product.includes("test") ? "test" : product.includes("application") ? "app" : "library",
      manifest: this.#manifest,
      places: [...references, ...whole].flatMap((id) => this.#places.get(id) ?? []),
      excluded: [],
      dependencies: [
        ...words(target["dependencies"]).map((id) => this.#dependency(id)),
        ...words(target["packageProductDependencies"]).map((id) => word(this.#object(id)?.["productName"])),
      ].filter((name) => name !== ""),
    };
  }

  #dependency(id: string): string {
    const dependency = this.#object(id);
    return word(this.#object(word(dependency?.["target"]))?.["name"]) || word(dependency?.["name"]);
  }

  /** A group's path counts for what is in it, except where a member says that it starts over. */
  #place(id: string, folder: string, depth: number): void {
    const item = this.#object(id);
    if (!item || depth > 50 || this.#places.has(id)) return;
    const tree = word(item["sourceTree"]);
    const start =
      tree === "SOURCE_ROOT" ? this.#base : tree === "<group>" || tree === "" ? folder : undefined;
    if (start === undefined) return;
    const path = posix.join(start, word(item["path"]));
    this.#places.set(id, path === "." ? "" : path);
    for (const child of words(item["children"])) this.#place(child, path === "." ? "" : path, depth + 1);
  }

  #object(id: string): PlistDictionary | undefined {
    return dictionary(this.#objects[id]);
  }
}

function dictionary(value: PlistValue | undefined): PlistDictionary | undefined {
  return typeof value === "object" && !isList(value) ? value : undefined;
}

function isList(value: PlistValue): value is readonly PlistValue[] {
  return Array.isArray(value);
}

function word(value: PlistValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function words(value: PlistValue | undefined): string[] {
  return value !== undefined && isList(value) ? value.map(word) : [];
}
