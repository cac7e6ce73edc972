import { dialogKeys } from "./dialog-bindings.ts";
import type { Entry } from "./key-context.ts";
import { mainKeys } from "./main-bindings.ts";

/** Every key of the app. The reducer, the footer, the help, docs/keys.md and `[keys]` are made from it. */
const keyTable = [...mainKeys, ...dialogKeys] as const;

export type ActionName = (typeof keyTable)[number]["action"];
export type KeyEntry = Entry & { readonly action: ActionName };

export const entries: readonly KeyEntry[] = keyTable;
