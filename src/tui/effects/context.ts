import type { Fault } from "../../kernel/fault.ts";
import type { Runtime } from "../../operation/runtime.ts";
import type { Effect } from "../state/events.ts";
import type { State } from "../state/model.ts";
import type { External } from "./external.ts";
import type { Runs } from "./runs.ts";
import type { Dispatch, UserDialogs } from "./user-dialogs.ts";

export type Of<K extends Effect["do"]> = Extract<Effect, { do: K }>;

export interface EffectContext {
  readonly runtime: Runtime;
  readonly env: NodeJS.ProcessEnv;
  readonly configFile: string | undefined;
  readonly dispatch: Dispatch;
  readonly state: () => State;
  readonly dialogs: UserDialogs;
  /** Loaded on first use: the client is large and the first frame does not need it. */
  readonly runs: () => Promise<Runs>;
  readonly external: External;
  readonly screen: {
    readonly copy: (text: string) => void;
    readonly redraw: () => void;
    readonly suspend: () => void;
  };
  readonly quit: () => void;
}

/** Opens a dialog with an error. With `isAnswer` it responds to what the user just did. */
export async function showFault(
  { dispatch, state }: EffectContext,
  title: string,
  fault: Fault,
  isAnswer = false,
): Promise<void> {
  const { wordFault } = await import("./call.ts");
  const { message, remedy, code, path, subject, details } = await wordFault(fault, state().keymap);
  const card = {
    title,
    message,
    hint: remedy,
    details: JSON.stringify({ code, path, subject, details }, null, 2),
  };
  dispatch({ type: "card", card, isAnswer });
}
