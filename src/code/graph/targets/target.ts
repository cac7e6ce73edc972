/** By index in stored graphs: append only. */
export const targetKinds = ["library", "executable", "test", "macro", "plugin", "system", "app"] as const;

/** What a build makes of some files: a target of a Swift package or of an Xcode project. */
export interface Target {
  /** As code imports it: `my-tool` is `my_tool`. */
  readonly name: string;
  readonly kind: (typeof targetKinds)[number];
  /** The manifest that declares it. */
  readonly manifest: string;
  /** Folders or files that belong to it, from the root; "" is everything. */
  readonly places: readonly string[];
  readonly excluded: readonly string[];
  /** Names of targets and products, as the manifest writes them. */
  readonly dependencies: readonly string[];
}

export interface Manifest {
  readonly path: string;
  readonly text: string;
}

/** A name as Swift imports it. */
export function moduleName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_]/gu, "_").replace(/^(?=\p{N})/u, "_");
}

/** Whether a file declares targets. */
export function isTargetManifest(path: string): boolean {
  return /(^|\/)Package\.swift$/.test(path) || path.endsWith(".xcodeproj/project.pbxproj");
}
