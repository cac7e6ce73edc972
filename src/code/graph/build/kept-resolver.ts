import { at } from "../../../kernel/array.ts";
import { dependable, type FileShape } from "../model/shape.ts";
import type { Resolver } from "../resolve/resolve-file.ts";
import type { Manifest } from "../targets/target.ts";
import type { Targets } from "../targets/targets.ts";

/** A resolver of an earlier build, with what it was made from. */
export interface KeptResolver {
  readonly resolver: Resolver;
  readonly targets: Targets;
  /** The fingerprint of the module structure. */
  readonly modules: string;
  /** The manifests as one text. */
  readonly manifests: string;
}

/** With more declarations, a symbol table takes more memory than the time it saves is worth. */
const maxSymbols = 200_000;

/** What the next build can use again. */
export function keep({ resolver, targets, modules, manifests }: KeptResolver): KeptResolver | undefined {
  return resolver.table.symbols.length > maxSymbols ? undefined : { resolver, targets, modules, manifests };
}

/**
 * The same resolver for files of which only bodies changed, as most edits do: every declaration that others can know
 * of is what it was, so that the symbol table and all types that were found with it hold.
 */
export function reused(
  kept: KeptResolver | undefined,
  shapes: readonly FileShape[],
  manifests: readonly Manifest[],
): KeptResolver | undefined {
  if (!kept) return undefined;
  const { table } = kept.resolver;
  if (table.files.length !== shapes.length) return undefined;
  const changed = [...shapes.keys()].filter((file) => table.files[file] !== shapes[file]);
  const isSame = changed.every((file) => declaresSame(at(table.files, file), at(shapes, file)));
  if (!isSame || kept.manifests !== JSON.stringify(manifests)) return undefined;
  for (const file of changed) table.replace(file, at(shapes, file));
  return kept;
}

/** Whether other files, and what is remembered of types, cannot tell two states of a file apart. */
function declaresSame(old: FileShape, next: FileShape): boolean {
  return (
    old.path === next.path &&
    old.language === next.language &&
    old.role === next.role &&
    old.symbols.length === next.symbols.length &&
    importsOf(old) === importsOf(next) &&
    clausesOf(old) === clausesOf(next) &&
    old.symbols.every((_, index) => dependable(old, index) === dependable(next, index))
  );
}

function importsOf({ imports }: FileShape): string {
  return JSON.stringify(imports.map(({ line: _, ...each }) => each));
}

/** With their lines, which are remembered with supertypes. */
function clausesOf({ inheritances }: FileShape): string {
  return JSON.stringify(inheritances.map(({ from: _, ...each }) => each));
}
