import { dirname, join } from "node:path";
import { isRacy, isSameStamp, type Stamp, stampOf } from "../../workspace/files/stamp.ts";
import type { State } from "../state/model.ts";
import { currentPage } from "../state/select.ts";

const LOOK_MS = 1000;

export interface Watch {
  /** Looks now; says whether something is not as it was at the last look. */
  readonly look: () => boolean;
  readonly stop: () => void;
}

/**
 * Notices what others change in the specs and in the file that is shown. A stamp of each once a second and
 * nothing read: five hundred specs cost five milliseconds, and no file system lacks it, as it may watches.
 */
export function watchShown(state: () => State, changed: () => void): Watch {
  let known = new Map<string, Stamp | undefined>();
  let lookedAt = Date.now();
  const isNews = ([path, stamp]: readonly [string, Stamp | undefined]) => {
    if (known.has(path)) return !isSameStamp(known.get(path), stamp);
    // Seen for the first time: written since the last look, it may be newer than what was read for the screen.
    return stamp !== undefined && isRacy(stamp, lookedAt);
  };
  const look = () => {
    const at = Date.now();
    const now = new Map(shownPaths(state()).map((path) => [path, stampOf(path)]));
    const isChanged = [...now].some(isNews);
    known = now;
    lookedAt = at;
    return isChanged;
  };
  const timer = setInterval(() => {
    if (look()) changed();
  }, LOOK_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}

/** A folder's stamp tells of files that come, go or are replaced; ticks may be written in place. */
function shownPaths(state: State): string[] {
  const directories = state.features.map(({ directory }) => directory);
  const page = currentPage(state);
  const place = page?.kind === "text" ? page.place : undefined;
  return [
    ...new Set(directories.map((each) => dirname(each))),
    ...directories.flatMap((each) => [each, join(each, "tasks.md")]),
    ...(place ? [join(place.root, place.path)] : []),
  ];
}
