import { openPack, PackWriter } from "../../facts/pack.ts";
import { dialectOf } from "../../languages/dialects.ts";
import type { NodeSymbol } from "../model/graph.ts";
import type { FileShape } from "../model/shape.ts";
import { type Target, targetKinds } from "../targets/target.ts";

/** What answers show of the symbols of a file. `decodeSymbols` reads the fields in the same order. */
export function encodeSymbols({ symbols, language }: FileShape, version: number): Uint8Array {
  const pack = new PackWriter();
  const { rows } = pack;
  const hasLabels = dialectOf(language).labels;
  rows.list(symbols, (symbol) => {
    rows.number(symbol.from);
    rows.text(symbol.name);
    rows.text(symbol.qualifiedName);
    rows.text(symbol.signature);
    // Where labels are not part of a name, they are not shown.
    rows.optionalTextList(hasLabels ? symbol.labels : undefined);
    rows.textList(symbol.modifiers);
    rows.textList(symbol.attributes);
    rows.optionalText(symbol.type);
  });
  return pack.done(version);
}

export function decodeSymbols(bytes: Uint8Array, version: number): NodeSymbol[] {
  return openPack(bytes, version).rows.list((rows) => ({
    from: rows.number(),
    name: rows.text(),
    qualifiedName: rows.text(),
    signature: rows.text(),
    labels: rows.optionalTextList(),
    modifiers: rows.textList(),
    attributes: rows.textList(),
    type: rows.optionalText(),
  }));
}

/** `decodeTargets` reads the fields in the same order. */
export function encodeTargets(targets: readonly Target[], version: number): Uint8Array {
  const pack = new PackWriter();
  const { rows } = pack;
  rows.list(targets, (target) => {
    rows.text(target.name);
    rows.oneOf(targetKinds, target.kind);
    rows.text(target.manifest);
    rows.textList(target.places);
    rows.textList(target.excluded);
    rows.textList(target.dependencies);
  });
  return pack.done(version);
}

export function decodeTargets(bytes: Uint8Array, version: number): Target[] {
  return openPack(bytes, version).rows.list((rows) => ({
    name: rows.text(),
    kind: rows.oneOf(targetKinds),
    manifest: rows.text(),
    places: rows.textList(),
    excluded: rows.textList(),
    dependencies: rows.textList(),
  }));
}
