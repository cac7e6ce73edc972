import { dialogKeys } from "./dialog-keys.ts";
import type { Entry } from "./entry.ts";
import { mainKeys } from "./main-keys.ts";

/** Every key of the app. The reducer, the footer, the help, docs/keys.md and `[keys]` are made from it. */
const keyTable = [...mainKeys, ...dialogKeys] as const;

export type ActionName = (typeof keyTable)[number]["action"];
export type KeyEntry = Entry & { readonly action: ActionName };

export const entries: readonly KeyEntry[] = keyTable;
