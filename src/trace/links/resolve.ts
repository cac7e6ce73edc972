import { LinkIndex } from "./link-index.ts";
import type { LinkInputs, Links } from "./model.ts";
import { WrittenMemo } from "./written.ts";

/** Keeps the links of a process, so that an edit costs what depends on the edited files. */
export class LinkMemo {
  readonly #written = new WrittenMemo();
  #index: LinkIndex | undefined;

  resolve(inputs: LinkInputs): Links {
    if (this.#index?.update(inputs) !== true)
      this.#index = new LinkIndex(inputs, this.#written.sourcesFor(inputs));
    return this.#index.links;
  }
}

/** Connects leaves with tests and code by everything that people and reports have written. */
export function resolveLinks(inputs: LinkInputs, memo: LinkMemo = new LinkMemo()): Links {
  return memo.resolve(inputs);
}
