import type { DiscoveredTest } from "../../tests/model.ts";
import type { TestReference } from "../model.ts";
import { methodOf, ownerScore, partsOfClass } from "./owners.ts";
import { FileIndex } from "./paths.ts";
import { chainKey, fitsTemplate, looseKey, type Template, templateOf, withoutValues } from "./titles.ts";

/** Which discovered tests a result belongs to, by their place in the list. */
export type Match =
  | { readonly kind: "one"; readonly test: number }
  /** A package that did not build: every test in it. */
  | { readonly kind: "all"; readonly tests: readonly number[] }
  | { readonly kind: "ambiguous"; readonly tests: readonly number[] }
  | { readonly kind: "none" };

export interface MatchOptions {
  /** The absolute path of the workspace. */
  readonly root?: string | undefined;
  /** Go modules: the module path and its folder. */
  readonly goModules?: readonly { readonly module: string; readonly folder: string }[];
}

interface Templated {
  readonly test: number;
  readonly template: Template;
}

/** Tests by the other ways in which reports write them. */
interface OtherForms {
  readonly byLoose: Map<string, number[]>;
  readonly byTitle: Map<string, number[]>;
  readonly byMethod: Map<string, number[]>;
  /** With the file's name in front, as AVA writes titles. */
  readonly byStem: Map<string, number[]>;
  readonly templates: Map<string, Templated[]>;
  readonly templatesOfFile: Map<string, Templated[]>;
}

function otherForms(tests: readonly DiscoveredTest[]): OtherForms {
  const forms: OtherForms = {
    byLoose: new Map(),
    byTitle: new Map(),
    byMethod: new Map(),
    byStem: new Map(),
    templates: new Map(),
    templatesOfFile: new Map(),
  };
  for (const [index, test] of tests.entries()) {
    add(forms.byLoose, looseKey(test.titles), index);
    add(forms.byTitle, chainKey(test.titles.slice(-1)), index);
    add(forms.byMethod, methodOf(test), index);
    for (const stem of stemsOf(test.file)) add(forms.byStem, chainKey([stem, ...test.titles]), index);
    const template = test.parametrized ? templateOf(test.titles) : undefined;
    if (template === undefined) continue;
    add(forms.templates, firstWord(template.literals[0] ?? ""), { test: index, template });
    add(forms.templatesOfFile, test.file, { test: index, template });
  }
  return forms;
}

const none: Match = { kind: "none" };

/** Finds the discovered test of each result. Ambiguity is an answer, never a guess. */
export class TestMatcher {
  readonly #tests: readonly DiscoveredTest[];
  readonly #files: FileIndex;
  readonly #modules: readonly { readonly module: string; readonly folder: string }[];
  readonly #byChain = new Map<string, number[]>();
  #forms: OtherForms | undefined;

  constructor(tests: readonly DiscoveredTest[], { root, goModules = [] }: MatchOptions = {}) {
    this.#tests = tests;
    this.#files = new FileIndex(
      tests.map(({ file }) => file),
      root,
    );
    this.#modules = goModules;
    for (const [index, test] of tests.entries()) add(this.#byChain, chainKey(test.titles), index);
  }

  /** Needed for results that no chain of titles fits, which some runners never write. */
  get #other(): OtherForms {
    this.#forms ??= otherForms(this.#tests);
    return this.#forms;
  }

  /** `near` is the folder of the report, which distinguishes packages of a monorepo. */
  match(result: TestReference, near = ""): Match {
    const files = result.file === undefined ? undefined : this.#files.find(result.file, near);
    const folder = this.#goFolder(result.class);
    if (result.titles[0] === "*" && result.titles.length === 1) return this.#package(result, folder);
    return this.#search(result, files === undefined || files.size === 0 ? undefined : files, folder);
  }

  #search(result: TestReference, pool: ReadonlySet<string> | undefined, folder: string | undefined): Match {
    const chains = chainsOf(result);
    const inPool = (found: readonly number[]) =>
      pool === undefined ? found : found.filter((index) => pool.has(this.#tests[index]?.file ?? ""));
    // Nearly all results are found here.
    const exact = inPool(lookUp(this.#byChain, chains.map(chainKey)));
    if (exact.length > 0) return this.#narrow(exact, result, folder);
    const steps = [
      () => lookUp(this.#other.byStem, [chainKey(result.titles)]),
      () => lookUp(this.#other.byLoose, chains.map(looseKey)),
      () => this.#ofMethod(result),
      () => this.#ofTemplates(chains.map(chainKey), pool),
      () => lookUp(this.#byChain, chains.map(withoutLastValues).map(chainKey)),
      () => lookUp(this.#other.byLoose, chains.map(withoutLastValues).map(looseKey)),
      () => lookUp(this.#other.byTitle, [chainKey(result.titles.slice(-1))]),
      () => this.#around(result),
    ];
    for (const step of steps) {
      const found = inPool(step());
      if (found.length > 0) return this.#narrow(found, result, folder);
    }
    return none;
  }

  /** A subtest of Go whose name only the run knows: the nearest test around it. */
  #around({ titles, class: type }: TestReference): number[] {
    const parts = titles.at(-1)?.split("/") ?? [];
    if (type === undefined || titles.length > 1) return [];
    for (let length = parts.length - 1; length > 0; length--) {
      const found = lookUp(this.#other.byLoose, [looseKey(parts.slice(0, length))]);
      const inGo = found.filter((index) => this.#at(index).file.endsWith("_test.go"));
      if (inGo.length > 0) return inGo;
    }
    return [];
  }

  /** Types and folders decide between tests of the same name, then the line. */
  #narrow(found: readonly number[], result: TestReference, folder: string | undefined): Match {
    const [only] = found;
    if (found.length === 1 && only !== undefined) return { kind: "one", test: only };
    let left = [...new Set(found)];
    if (left.length > 1 && folder !== undefined)
      left = narrowed(left, (index) => folderOf(this.#at(index)) === folder);
    if (left.length > 1 && result.class !== undefined) {
      const parts = partsOfClass(result.class);
      const scores = left.map((index) => ownerScore(this.#at(index), parts));
      const best = Math.max(...scores);
      if (best > 0) left = left.filter((_, index) => scores[index] === best);
    }
    const { line } = result;
    if (left.length > 1 && line !== undefined) {
      left = narrowed(left, (index) => {
        const { startLine, endLine } = this.#at(index).range;
        return startLine <= line && line <= endLine;
      });
    }
    const [test] = left;
    if (test === undefined) return none;
    return left.length === 1 ? { kind: "one", test } : { kind: "ambiguous", tests: left };
  }

  /** By the name in the code, in a type that fits the class of the report. */
  #ofMethod(result: TestReference): number[] {
    const name = withoutValues(result.method ?? result.titles.at(-1) ?? "");
    const parts = partsOfClass(`${result.class ?? ""} ${result.titles.slice(0, -1).join(" ")}`);
    const whole = this.#other.byMethod.get(name);
    const names = partsOfClass(name);
    const found = whole ?? this.#other.byMethod.get(names.at(-1) ?? "") ?? [];
    const classParts = whole === undefined ? [...parts, ...names.slice(0, -1)] : parts;
    const scored = found.map((test) => ({ test, score: ownerScore(this.#at(test), classParts) }));
    const best = Math.max(-1, ...scored.map(({ score }) => score));
    return best < 0 ? [] : scored.filter(({ score }) => score === best).map(({ test }) => test);
  }

  /** The template with the most literal text wins. One without any fits everything, so it needs the file. */
  #ofTemplates(keys: readonly string[], pool: ReadonlySet<string> | undefined): number[] {
    const isFit = (key: string) => (templated: Templated) =>
      (templated.template.weight > 0 || pool !== undefined) && fitsTemplate(templated.template, key);
    const fitting = keys.flatMap((key) => this.#candidates(key, pool).filter(isFit(key)));
    const best = Math.max(-1, ...fitting.map(({ template }) => template.weight));
    return fitting.filter(({ template }) => template.weight === best).map(({ test }) => test);
  }

  #candidates(key: string, pool: ReadonlySet<string> | undefined): readonly Templated[] {
    if (pool !== undefined) return [...pool].flatMap((file) => this.#other.templatesOfFile.get(file) ?? []);
    return [
      ...(this.#other.templates.get(firstWord(`${key} `)) ?? []),
      ...(this.#other.templates.get("") ?? []),
    ];
  }

  #package(result: TestReference, folder: string | undefined): Match {
    const parts = partsOfClass(result.class ?? "");
    const tests = this.#tests.flatMap((test, index) => {
      if (!test.file.endsWith(".go")) return [];
      const isInside =
        folder === undefined ? ownerScore({ ...test, titles: [] }, parts) > 0 : folderOf(test) === folder;
      return isInside ? [index] : [];
    });
    return tests.length === 0 ? none : { kind: "all", tests };
  }

  #goFolder(name: string | undefined): string | undefined {
    if (name === undefined) return undefined;
    for (const { module, folder } of this.#modules) {
      if (name !== module && !name.startsWith(`${module}/`)) continue;
      const below = name.slice(module.length + 1).replace(/_test$/, "");
      return [folder, below].filter((part) => part !== "").join("/");
    }
    return undefined;
  }

  #at(index: number): DiscoveredTest {
    const test = this.#tests[index];
    if (test === undefined) throw new RangeError(`Bug: no test ${index}.`);
    return test;
  }
}

/** The ways in which reports write a chain: titles alone, the class in front, everything in the last title. */
function chainsOf({ titles, class: type }: TestReference): string[][] {
  const chains = [[...titles]];
  if (type !== undefined) chains.push([type, ...titles]);
  if (titles.length > 1) chains.push(titles.slice(-1));
  // The JUnit reporter of Node 20 escapes titles twice.
  const isEscaped = titles.some((title) => /&(?:quot|apos|amp|lt|gt);/.test(title));
  return isEscaped ? [...chains, ...chains.map((chain) => chain.map(unescaped))] : chains;
}

const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

function unescaped(title: string): string {
  return title.replace(/&(quot|apos|amp|lt|gt);/g, (all, name: string) => entities[name] ?? all);
}

/** `pick` and `deep pick` for `test/deep/pick.test.js`. */
function stemsOf(file: string): string[] {
  const parts = file.replace(/(?:[.-](?:test|spec))?\.\w+$/, "").split("/");
  const name = (parts.at(-1) ?? "").replace(/^test-/, "");
  const folder = parts.at(-2);
  return folder === undefined ? [name] : [name, `${folder} ${name}`];
}

function withoutLastValues(chain: readonly string[]): string[] {
  return [...chain.slice(0, -1), withoutValues(chain.at(-1) ?? "")];
}

function lookUp(map: ReadonlyMap<string, number[]>, keys: readonly string[]): number[] {
  for (const key of keys) {
    const found = map.get(key);
    if (found !== undefined && key !== "") return found;
  }
  return [];
}

function narrowed(items: number[], isRight: (index: number) => boolean): number[] {
  const right = items.filter(isRight);
  return right.length > 0 ? right : items;
}

function folderOf({ file }: DiscoveredTest): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

/** The word before the first space; empty if a hole comes earlier. */
function firstWord(text: string): string {
  const end = text.indexOf(" ");
  return end < 0 ? "" : text.slice(0, end);
}

function add<T>(map: Map<string, T[]>, key: string, item: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [item]);
  else known.push(item);
}
