import { faultOf } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { stampOf } from "../../workspace/files/stamp.ts";
import { type Discovery, discover } from "../discover/discover.ts";
import { createMemo, type Memo } from "../discover/memo.ts";
import { describeSkillTool } from "../serve/catalog-text.ts";
import type { Skill } from "../skill.ts";
import { type ResolvedOptions, resolveOptions, type SkillRegistryOptions } from "./options.ts";
import { resolveSkill } from "./resolve.ts";
import { buildView, type View } from "./view.ts";

/** The state at one moment. */
export interface Snapshot {
  readonly discovery: Discovery;
  /** The skills that are served. */
  readonly enabled: View;
  readonly disabled: View;
  /** The description of the `skill` tool. */
  readonly description: string;
}

export interface Refresh {
  /** Whether the catalog differs from the previous one. */
  readonly changed: boolean;
  readonly snapshot: Snapshot;
}

/** The skills of one process: discovered once, then refreshed in place. */
export interface SkillRegistry {
  readonly options: ResolvedOptions;
  /** The state of the last refresh; the first call runs the discovery. */
  readonly snapshot: () => Promise<Snapshot>;
  readonly refresh: () => Promise<Refresh>;
  /** The skill with a name. Refreshes before it fails, and before it returns a skill whose file was deleted. */
  readonly resolve: (name: string) => Promise<Result<Skill>>;
  /** Refreshes at the interval, with a log line each time; does nothing when `autoRefresh` is off. Returns a function that stops it. */
  readonly start: (log: (line: string) => void, changed: () => void) => () => void;
  readonly memo: Memo;
}

/**
 * @example const registry = createSkillRegistry({ project: workspace, include: ["codex"], skipPlugins: true })
 */
export function createSkillRegistry(settings: SkillRegistryOptions): Result<SkillRegistry> {
  const resolved = resolveOptions(settings);
  if (!resolved.ok) return resolved;
  const options = resolved.value;
  const memo = createMemo(options.now);
  const listeners = new Set<() => void>();
  let current: Snapshot | undefined;
  let running: Promise<Refresh> | undefined;

  const refreshOnce = async (): Promise<Refresh> => {
    if (current && (await memo.isCurrent())) return { changed: false, snapshot: current };
    const snapshot = takeSnapshot(await discover(memo, options.paths), options);
    const changed = current !== undefined && current.description !== snapshot.description;
    current = snapshot;
    if (changed) for (const listener of listeners) listener();
    return { changed, snapshot };
  };
  /** One refresh at a time: a call during one gets its result. */
  const refresh = (): Promise<Refresh> => {
    running ??= refreshOnce().finally(() => {
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
      const skill = resolveSkill((await snapshot()).enabled, name);
      const exists = skill.ok && stampOf(skill.value.path) !== undefined;
      if (exists || !options.autoRefresh) return skill;
      return resolveSkill((await refresh()).snapshot.enabled, name);
    },
    start: (log, changed) => {
      listeners.add(changed);
      const stop = options.autoRefresh
        ? every(options.refreshInterval, () => tick(refresh, log, options))
        : () => {};
      snapshot().then(
        (first) => {
          const problems = problemCount(first);
          if (problems > 0)
            log(`[skills] ${count(problems, "problem")}; run \`hewto skills doctor\` for details`);
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
  { filters, paths, catalogBudget, autoRefresh }: ResolvedOptions,
): Snapshot {
  const enabled = buildView(discovery, filters, "enabled");
  const disabled = buildView(discovery, filters, "disabled");
  const description = describeSkillTool(enabled, {
    budget: catalogBudget,
    plugins: !paths.skipPlugins,
    defaultDirs: paths.scanDefaultDirs,
    autoRefresh,
  });
  return { discovery, enabled, disabled, description };
}

async function tick(
  refresh: () => Promise<Refresh>,
  log: (line: string) => void,
  { now }: ResolvedOptions,
): Promise<void> {
  const at = new Date(now()).toISOString();
  const result = await refresh().catch((thrown: unknown) => faultOf(thrown));
  if ("code" in result) return log(`[skills] refresh at ${at} failed: ${result.message}`);
  const { changed, snapshot } = result;
  const problems = problemCount(snapshot);
  const parts = [
    count(snapshot.enabled.skills.length, "skill"),
    ...(problems > 0 ? [count(problems, "problem")] : []),
    changed ? "the catalog changed" : "nothing changed",
  ];
  log(`[skills] registry refreshed at ${at}: ${parts.join(", ")}`);
}

/** The number of files and folders that cannot be served. */
function problemCount({ discovery, enabled }: Snapshot): number {
  return enabled.invalid.length + discovery.problems.length;
}

/** Calls `work` at an interval, never twice at once. The timer does not keep the process running. */
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
