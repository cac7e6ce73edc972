import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { functionsIn } from "./instrument.mjs";

/** Chooses the tests of a change: those that ran the changed function when all tests ran once with probes. */
export class TestChoice {
  #sources;
  #tests;
  #importers;
  #keys = new Map();

  constructor(root, sources) {
    this.#sources = sources;
    const reach = join(root, "node_modules/.cache/hewto-mutants/reach.json");
    this.#tests = existsSync(reach) ? JSON.parse(readFileSync(reach, "utf8")).tests : {};
    this.#importers = reverseImports(sources);
  }

  /** Whether a test of the file failed when nothing was changed. */
  hasFailed(path) {
    return (this.#tests[path]?.failed.length ?? 0) > 0;
  }

  /** Groups of test files, the nearest first, as long as they take less than the budget together. */
  testsOf({ file, from }, budgetMs) {
    const key = this.#functionAt(file, from);
    const direct = new Set(this.#testImporters(file, 2));
    // What is computed when a module is loaded is used by the functions of those that import it.
    const users = [file, ...(key === undefined ? (this.#importers.get(file) ?? []) : [])];
    const measured = Object.entries(this.#tests)
      .filter(([path]) => this.#sources.has(path))
      .filter(([, { functions }]) =>
        key === undefined
          ? functions.some((each) => users.some((path) => each.startsWith(`${path}\t`)))
          : functions.includes(`${file}\t${key}`),
      )
      .map(([path, { ms }]) => ({ path, ms }));
    // Tests that are newer than the measurement.
    const isNew = (path) => this.#tests[path] === undefined && path.startsWith("src/");
    const fresh = [...direct].filter(isNew).map((path) => ({ path, ms: 500 }));
    const near = ({ path }) => (dirname(path) === dirname(file) ? 0 : direct.has(path) ? 1 : 2);
    const cost = ({ ms }) => Math.min(ms, 30_000);
    const all = [...fresh, ...measured].sort((a, b) => near(a) - near(b) || cost(a) - cost(b));
    if (Object.keys(this.#tests).length === 0)
      all.push(...this.#testImporters(file, 99).map((path) => ({ path, ms: 2000 })));
    const parts = [[], [], []];
    let total = 0;
    let left = 0;
    for (const test of all) {
      total += cost(test);
      if (total > budgetMs && parts[0].length > 0) left++;
      else parts[total < 4000 || parts[0].length === 0 ? 0 : total < 15_000 ? 1 : 2].push(test.path);
    }
    return { parts: parts.filter((part) => part.length > 0), left };
  }

  /** What identifies the innermost function around a place: its first line. */
  #functionAt(file, from) {
    const source = this.#sources.get(file);
    const known = this.#keys.get(file) ?? functionsIn(source);
    this.#keys.set(file, known);
    const around = known.filter((each) => each.from <= from && from < each.to);
    const inner = around.sort((a, b) => a.to - a.from - (b.to - b.from))[0];
    if (inner === undefined) return undefined;
    const start = source.lastIndexOf("\n", inner.from - 1) + 1;
    return source.slice(start, source.indexOf("\n", inner.from)).trim();
  }

  #testImporters(file, depth) {
    const found = [];
    let ahead = [file];
    const seen = new Set(ahead);
    for (let distance = 0; distance < depth && ahead.length > 0; distance++) {
      ahead = ahead
        .flatMap((path) => this.#importers.get(path) ?? [])
        .filter((path) => !seen.has(path) && seen.add(path));
      found.push(...ahead.filter((path) => path.endsWith(".test.ts")));
    }
    return found;
  }
}

function reverseImports(sources) {
  const reverse = new Map();
  const pattern =
    /\b(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']/g;
  for (const [path, text] of sources)
    for (const [, name, loaded] of text.matchAll(pattern)) {
      const target = resolve("/", dirname(path), name ?? loaded).slice(1);
      if (sources.has(target)) reverse.set(target, [...(reverse.get(target) ?? []), path]);
    }
  return reverse;
}
