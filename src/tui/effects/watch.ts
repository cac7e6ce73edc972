import { dirname, join } from "node:path";
import { isRacy, isSameStamp, type Stamp, stampOf } from "../../workspace/files/stamp.ts";
import type { State } from "../state/model.ts";
import { currentPage } from "../state/select.ts";

const POLL_MS = 1000;

export interface Watch {
  /** Whether something changed since the last check. */
  readonly check: () => boolean;
  readonly stop: () => void;
}

/**
 * Notices changes that other programs make in the specs and in the visible file. It compares timestamps once a
 * second: five hundred specs cost five milliseconds, and it works on file systems without change notifications.
 */
export function watchFiles(state: () => State, onChange: () => void): Watch {
  let previous = new Map<string, Stamp | undefined>();
  let checkedAt = Date.now();
  const isChanged = ([path, stamp]: readonly [string, Stamp | undefined]) => {
    if (previous.has(path)) return !isSameStamp(previous.get(path), stamp);
    // New in the list: if it was written since the last check, it may be newer than what is on the screen.
    return stamp !== undefined && isRacy(stamp, checkedAt);
  };
  const check = () => {
    const at = Date.now();
    const now = new Map(watchedPaths(state()).map((path) => [path, stampOf(path)]));
    const hasChanged = [...now].some(isChanged);
    previous = now;
    checkedAt = at;
    return hasChanged;
  };
  const timer = setInterval(() => {
    if (check()) onChange();
  }, POLL_MS);
  timer.unref();
  return { check, stop: () => clearInterval(timer) };
}

/** The timestamp of a folder changes when files are added, removed or replaced; tasks may be edited in place. */
function watchedPaths(state: State): string[] {
  const directories = state.lists.project.flatMap(({ directory }) => (directory === "" ? [] : [directory]));
  const page = currentPage(state);
  const file = page?.kind === "text" ? page.file : undefined;
  return [
    ...new Set(directories.map((each) => dirname(each))),
    ...directories.flatMap((each) => [each, join(each, "tasks.md")]),
    ...(file ? [join(file.root, file.path)] : []),
  ];
}
