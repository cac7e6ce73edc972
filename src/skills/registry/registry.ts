import { faultOf } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { stampOf } from "../../workspace/files/stamp.ts";
import { type Discovery, discover } from "../discover/discover.ts";
import { createMemo, type Memo } from "../discover/memo.ts";
import { describeSkillTool } from "../serve/catalog-text.ts";
import type { Skill } from "../skill.ts";
import { type CheckedOptions, checkOptions, type SkillRegistryOptions } from "./options.ts";
import { resolveSkill } from "./resolve.ts";
import { buildView, type View } from "./view.ts";

/** What is known at one moment. */
export interface Snapshot {
  readonly discovery: Discovery;
  /** What is served. */
  readonly enabled: View;
  readonly disabled: View;
  /** The description of the `skill` tool. */
  readonly description: string;
}

export interface Refresh {
  /** Whether the catalog is another one than before. */
  readonly changed: boolean;
  readonly snapshot: Snapshot;
}

/** The skills of one process, looked up once and refreshed in place. */
export interface SkillRegistry {
  readonly options: CheckedOptions;
  /** As of the last refresh; looks for the first time when nobody has yet. */
  readonly snapshot: () => Promise<Snapshot>;
  readonly refresh: () => Promise<Refresh>;
  /** The skill that a name means; looks again before it says that there is none, or names one that is gone. */
  readonly resolve: (name: string) => Promise<Result<Skill>>;
  /** Refreshes at the interval and says so; does nothing when `autoRefresh` is off. Returns its stop. */
  readonly start: (log: (line: string) => void, changed: () => void) => () => void;
  readonly memo: Memo;
}

/**
 * @example const registry = createSkillRegistry({ project: workspace, include: ["codex"], skipPlugins: true })
 */
export function createSkillRegistry(given: SkillRegistryOptions): Result<SkillRegistry> {
  const checked = checkOptions(given);
  if (!checked.ok) return checked;
  const options = checked.value;
  const memo = createMemo(options.now);
  const listeners = new Set<() => void>();
  let current: Snapshot | undefined;
  let running: Promise<Refresh> | undefined;

  const look = async (): Promise<Refresh> => {
    if (current && (await memo.isCurrent())) return { changed: false, snapshot: current };
    const snapshot = takeSnapshot(await discover(memo, options.places), options);
    const changed = current !== undefined && current.description !== snapshot.description;
    current = snapshot;
    if (changed) for (const listener of listeners) listener();
    return { changed, snapshot };
  };
  /** One look at a time: whoever asks during one gets its answer. */
  const refresh = (): Promise<Refresh> => {
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  };
  const snapshot = async () => current ?? (await refresh()).snapshot;

  return ok({
    options,
    memo,
    snapshot,
    refresh,
    resolve: async (name) => {
      const found = resolveSkill((await snapshot()).enabled, name);
      const isThere = found.ok && stampOf(found.value.path) !== undefined;
      if (isThere || !options.autoRefresh) return found;
      return resolveSkill((await refresh()).snapshot.enabled, name);
    },
    start: (log, changed) => {
      listeners.add(changed);
      const stop = options.autoRefresh
        ? every(options.refreshInterval, () => tick(refresh, log, options))
        : () => {};
      snapshot().then(
        (first) => {
          const wrong = troublesOf(first);
          if (wrong > 0) log(`[skills] ${count(wrong, "problem")}; \`hewto skills doctor\` tells them`);
        },
        (thrown: unknown) => log(`[skills] ${faultOf(thrown).message}`),
      );
      return () => {
        listeners.delete(changed);
        stop();
      };
    },
  });
}

function takeSnapshot(
  discovery: Discovery,
  { filters, places, catalogBudget, autoRefresh }: CheckedOptions,
): Snapshot {
  const enabled = buildView(discovery, filters, "enabled");
  const disabled = buildView(discovery, filters, "disabled");
  const description = describeSkillTool(enabled, {
    ...(catalogBudget === undefined ? {} : { budget: catalogBudget }),
    plugins: !places.skipPlugins,
    defaultDirs: places.scanDefaultDirs,
    refreshed: autoRefresh,
  });
  return { discovery, enabled, disabled, description };
}

async function tick(
  refresh: () => Promise<Refresh>,
  log: (line: string) => void,
  { now }: CheckedOptions,
): Promise<void> {
  const at = new Date(now()).toISOString();
  const refreshed = await refresh().catch((thrown: unknown) => faultOf(thrown));
  if ("code" in refreshed) return log(`[skills] refresh at ${at} failed: ${refreshed.message}`);
  const { changed, snapshot } = refreshed;
  const wrong = troublesOf(snapshot);
  const found = [
    count(snapshot.enabled.skills.length, "skill"),
    ...(wrong > 0 ? [count(wrong, "problem")] : []),
    changed ? "the catalog changed" : "nothing changed",
  ];
  log(`[skills] registry refreshed at ${at}: ${found.join(", ")}`);
}

/** How many files and folders are not served because something is wrong with them. */
function troublesOf({ discovery, enabled }: Snapshot): number {
  return enabled.rejected.length + discovery.problems.length;
}

/** Calls again and again, never twice at once. The process may end in between. */
function every(ms: number, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = () => {
    timer = setTimeout(async () => {
      await work();
      if (!stopped) next();
    }, ms).unref();
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
