import { languageFor, prepareLanguage } from "../../code/languages/registry.ts";
import { roleOf } from "../../code/roles.ts";
import type { SourceTree } from "../evidence/rests/source-tree.ts";
import type { CodeMap } from "../links/code-map.ts";
import type { LeafState } from "../state/state.ts";
import { codeHash } from "../tests/hash.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { readSyntax, type Span } from "../tests/syntax.ts";

/** A declaration of product code that a requirement rests on. */
export interface Target extends Span {
  readonly file: string;
  readonly name: string;
  readonly hash: string;
}

/** A place where a declaration should be: by name, or by a line inside. */
interface Place {
  readonly file: string;
  readonly name?: string;
  readonly line?: number;
}

export interface TargetInputs {
  readonly tree: SourceTree;
  readonly code: CodeMap | undefined;
  /** Symbols (`file#name`) that stored evidence says the test executed. */
  readonly executedBy: (test: DiscoveredTest) => readonly string[];
}

/**
 * The code of a leaf, best knowledge first: what its tests executed; else what records and tags name; else what its
 * tests reach by calls. Tests, vendored and generated files are never targets.
 */
export async function targetsOf({ links }: LeafState, inputs: TargetInputs): Promise<Target[]> {
  const tests = links.flatMap(({ link }) => link.test ?? []);
  const executed = tests.flatMap((test) => inputs.executedBy(test)).flatMap(placeOfItem);
  const named = links.flatMap(({ link }): Place[] =>
    link.role === "implements" || link.role === "check" ? [{ file: link.file, ...nameOf(link.symbol) }] : [],
  );
  for (const places of [executed, named, reachedBy(tests, inputs.code)]) {
    const targets = await resolvePlaces(places, inputs.tree);
    if (targets.length > 0) return targets;
  }
  return [];
}

function nameOf(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name };
}

function placeOfItem(item: string): Place[] {
  const [file = "", name = ""] = item.split("#");
  return name === "" ? [] : [{ file, name }];
}

function reachedBy(tests: readonly DiscoveredTest[], code: CodeMap | undefined): Place[] {
  if (code === undefined) return [];
  const ids = new Set(tests.flatMap((test) => [...code.reachOf(test)]));
  return code.symbols.filter(({ id }) => ids.has(id)).map(({ file, line }) => ({ file, line }));
}

async function resolvePlaces(places: readonly Place[], tree: SourceTree): Promise<Target[]> {
  const found = new Map<string, Target>();
  for (const file of new Set(places.map((place) => place.file))) {
    const declarations = await declarationsOf(file, tree);
    for (const { name, line } of places.filter((place) => place.file === file)) {
      const fitting = declarations.filter(
        (each) =>
          (name === undefined || each.name === name) &&
          (line === undefined || (each.startLine <= line && line <= each.endLine)),
      );
      const [best] = fitting.sort((a, b) => a.to - a.from - (b.to - b.from));
      const own = name === undefined && line === undefined ? fitting.filter(({ isTop }) => isTop) : [];
      for (const each of own.length > 0 ? own : best ? [best] : [])
        found.set(`${file}#${each.name}#${each.from}`, { file, ...each });
    }
  }
  return [...found.values()];
}

async function declarationsOf(file: string, tree: SourceTree) {
  const text = await tree.text(file);
  const language = text === undefined ? undefined : languageFor(file, text);
  if (text === undefined || language === undefined || roleOf(file, language.id, text) !== "source") return [];
  const syntax = await readSyntax(file, text);
  if (syntax === undefined) return [];
  await prepareLanguage(language);
  return language
    .parse(text, file)
    .declarations.filter(({ local }) => local !== true)
    .map(({ qualifiedName: name, from, to, startLine, endLine, parent }) => {
      const isTop = parent === undefined;
      return { name, from, to, startLine, endLine, isTop, hash: codeHash(syntax, { from, to }) };
    });
}
