import { dialogKeys } from "./dialog-bindings.ts";
import type { KeyBinding } from "./key-context.ts";
import { mainKeys } from "./main-bindings.ts";

/** Every key of the app: the source of the reducer's actions, the footer, the help, docs/keys.md and `[keys]`. */
const keyTable = [...mainKeys, ...dialogKeys] as const;

export type ActionName = (typeof keyTable)[number]["action"];
export type ActionBinding = KeyBinding & { readonly action: ActionName };

export const bindings: readonly ActionBinding[] = keyTable;
