import { posix } from "node:path";
import { packageTargets } from "./package-manifest.ts";
import { isTargetManifest, type Manifest, type Target } from "./target.ts";
import { xcodeTargets } from "./xcode-project.ts";

/** Which target a file belongs to, as the manifests of packages and projects say. */
export class Targets {
  readonly all: readonly Target[];
  readonly #byPlace = new Map<string, Target>();
  /** Places that several manifests claim in their own ways: a package and a project that compile the same files. */
  readonly #byManifest = new Map<string, Map<string, Target>>();
  readonly #excluded = new Map<string, ReadonlySet<string>>();

  constructor(manifests: readonly Manifest[], files: readonly string[]) {
    this.all = manifests
      .filter(({ path }) => isTargetManifest(path))
      .flatMap((manifest) => targetsOf(manifest, files));
    // A file of several targets belongs to the product rather than to a test.
    const inOrder = [...this.all].sort((a, b) => Number(a.kind === "test") - Number(b.kind === "test"));
    for (const target of inOrder) {
      const own = this.#byManifest.get(target.manifest) ?? new Map<string, Target>();
      this.#byManifest.set(target.manifest, own);
      for (const place of target.places) {
        if (!this.#byPlace.has(place)) this.#byPlace.set(place, target);
        if (!own.has(place)) own.set(place, target);
      }
      if (target.excluded.length > 0) this.#excluded.set(target.name, new Set(target.excluded));
    }
  }

  /** The target with the longest place around the file. */
  of(path: string): Target | undefined {
    return this.#around(path, this.#byPlace);
  }

  /** The targets of all manifests that a file belongs to: each manifest may build it as part of another module. */
  allOf(path: string): readonly Target[] {
    return [...this.#byManifest.values()].flatMap((places) => this.#around(path, places) ?? []);
  }

  #around(path: string, places: ReadonlyMap<string, Target>): Target | undefined {
    if (places.size === 0) return undefined;
    const passed: string[] = [];
    for (let place = path; ; place = posix.dirname(place)) {
      const folder = place === "." ? "" : place;
      passed.push(folder);
      const target = places.get(folder);
      if (target && !passed.some((each) => this.#excluded.get(target.name)?.has(each))) return target;
      if (folder === "") return undefined;
    }
  }
}

function targetsOf(manifest: Manifest, files: readonly string[]): Target[] {
  return manifest.path.endsWith(".swift") ? packageTargets(manifest, files) : xcodeTargets(manifest);
}
