import { languageFor } from "../../code/languages/registry.ts";
import type { ChangedFile } from "../../workspace/git/queries.ts";
import { readCode } from "../sources/symbols.ts";

/** A declaration whose tokens changed; without a name, the whole file. */
export interface ChangedCode {
  readonly file: string;
  readonly symbol?: string;
}

const documents =
  /\.(?:md|mdx|txt|rst|adoc|svg|png|jpe?g|gif)$|(?:^|\/)(?:LICENSE|NOTICE|\.gitignore|\.gitattributes)$/i;

/** Why nobody can say which tests a change concerns; undefined for what is known. */
export function unknownReason({ path, status }: ChangedFile, isTraced: boolean): string | undefined {
  if (isTraced || documents.test(path)) return undefined;
  if (languageFor(path, "") === undefined) return `${path} is not source code`;
  return status === "deleted" ? `${path} was deleted or renamed` : undefined;
}

/** The declarations of a file that are not what they were. */
export async function changedCode(
  path: string,
  before: string | undefined,
  now: string,
): Promise<ChangedCode[]> {
  if (before === undefined) return [{ file: path }];
  const [old, current] = [await readCode(path, before), await readCode(path, now)];
  if (old.hash === current.hash) return [];
  const hashes = new Map((await old.symbols()).map(({ name, hash }) => [name, hash]));
  const moved = (await current.symbols()).filter(
    ({ name, hash, isLocal }) => !isLocal && hashes.get(name) !== hash,
  );
  const innermost = moved.filter(
    (outer) =>
      !moved.some(
        (inner) =>
          inner !== outer &&
          outer.startLine <= inner.startLine &&
          inner.endLine <= outer.endLine &&
          inner.name !== outer.name,
      ),
  );
  return innermost.length === 0
    ? [{ file: path }]
    : innermost.map(({ name }) => ({ file: path, symbol: name }));
}
