import type { Change } from "./library.ts";

/** The text of a requirement when the change was written; undefined when nobody knows. */
export type BaseLookup = (change: Change, capability: string, name: string) => string | undefined;
