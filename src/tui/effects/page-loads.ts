import type { Runtime } from "../../operation/runtime.ts";
import type { Effect } from "../state/events.ts";
import type { Dispatch } from "./person.ts";

type Wanted = Extract<Effect, { do: "load-page" }>;

/**
 * Reads pages one after another, and only those that are still shown when their turn comes: a key that is held down
 * goes through five hundred specs and reads where it stops.
 */
export function openPageLoads(
  runtime: Runtime,
  dispatch: Dispatch,
  isShown: (key: string) => boolean,
): (wanted: Wanted) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const load = async (wanted: Wanted) => {
    if (!isShown(wanted.key)) return;
    const { loadPage } = await import("./pages.ts");
    dispatch({ type: "page", key: wanted.key, page: await loadPage(runtime, wanted) });
  };
  return (wanted) => {
    const turn = last.then(() => load(wanted));
    last = turn.catch(() => {});
    return turn;
  };
}
