import { ignoreSettings } from "../git/config.ts";
import { findRepository } from "../git/repository.ts";
import { type IgnoreScope, openIgnoreScope } from "./ignore.ts";
import type { WalkOptions } from "./walk.ts";

/** The rules of a tree, and whether those that are written outside its folders are still the same. */
export class IgnoreWatch {
  readonly scope: IgnoreScope;
  readonly #root: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #names: ReadonlySet<string>;
  readonly #settings: string;

  private constructor(root: string, env: NodeJS.ProcessEnv, scope: IgnoreScope, settings: string) {
    this.scope = scope;
    this.#root = root;
    this.#env = env;
    this.#names = new Set([".git", ".gitignore", ...scope.sources.extraNames]);
    this.#settings = settings;
  }

  static async open(
    root: string,
    { ignoreFileNames = [], env = process.env }: WalkOptions,
  ): Promise<IgnoreWatch> {
    const settings = await settingsOf(root, env);
    const scope = await openIgnoreScope(root, { root, extraNames: ignoreFileNames, env });
    return new IgnoreWatch(root, env, scope, settings);
  }

  /** Whether a change of such names can change what is ignored. */
  isConcerned(names: ReadonlySet<string>): boolean {
    for (const name of names) if (this.#names.has(name)) return true;
    return false;
  }

  async isCurrent(): Promise<boolean> {
    if (!(await this.scope.sources.files.isCurrent())) return false;
    return (await settingsOf(this.#root, this.#env)) === this.#settings;
  }
}

async function settingsOf(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const repository = findRepository(root);
  return JSON.stringify([repository, await ignoreSettings(repository, root, env)]);
}
