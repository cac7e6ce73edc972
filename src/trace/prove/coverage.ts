import { join } from "node:path";
import { ok, type Result } from "../../kernel/result.ts";
import type { FileCoverage } from "../evidence/model.ts";
import { readReport } from "../evidence/read/report.ts";
import { CoverageCollector } from "../evidence/rests/covered.ts";
import type { SourceTree } from "../evidence/rests/source-tree.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { limitFor, type SteadyGroup } from "./baseline.ts";
import { selectingNothing, withCoverage } from "./command/command.ts";
import { type Runner, runGroup } from "./run.ts";

/** What each test executed by itself: items of `rests_on` with their hashes. */
export interface MeasuredTests {
  readonly executed: ReadonlyMap<DiscoveredTest, ReadonlyMap<string, string>>;
  readonly notes: readonly string[];
}

/** Hits by line, by file as the report names it. */
type Hits = ReadonlyMap<string, ReadonlyMap<number, number>>;

const maxCoverageBytes = 64 * 1024 * 1024;

/**
 * Runs each test alone with the coverage of its runner. What a run of the file without any test executes is taken off:
 * it belongs to the loading of the file, not to the test.
 */
export async function measureTests(
  runner: Runner,
  groups: readonly SteadyGroup[],
  tree: SourceTree,
  onTest: (test: DiscoveredTest) => void,
): Promise<Result<MeasuredTests>> {
  const executed = new Map<DiscoveredTest, ReadonlyMap<string, string>>();
  const notes: string[] = [];
  for (const group of groups) {
    const command = withCoverage(group.command);
    if (command === undefined) {
      notes.push(`It is not known how ${group.command.source} measures coverage (${group.file}).`);
      continue;
    }
    const [first] = group.tests;
    if (first === undefined) continue;
    const loaded = await hitsOf(runner, { ...group, command: selectingNothing(command), tests: [first] });
    if (!loaded.ok) return loaded;
    for (const test of group.tests) {
      onTest(test);
      const ran = await hitsOf(runner, { ...group, command, tests: [test] });
      if (!ran.ok) return ran;
      if (ran.value === undefined) {
        notes.push(
          `${group.command.source} wrote no coverage for ${group.file}. Its coverage package may be missing.`,
        );
        break;
      }
      executed.set(test, await itemsOf(ran.value, loaded.value ?? new Map(), runner.copy.root, tree));
    }
  }
  return ok({ executed, notes });
}

/** Undefined where the run left no coverage that can be read. */
async function hitsOf(runner: Runner, group: SteadyGroup): Promise<Result<Hits | undefined>> {
  const ran = await runGroup(runner, group, limitFor(group));
  if (!ran.ok) return ran;
  const file = join(runner.copy.outputs, "coverage", group.command.coverage?.file ?? "");
  const bytes = await runner.copy.readOutput(file, maxCoverageBytes);
  const hits = new Map<string, Map<number, number>>();
  const read = bytes && readReport(bytes, (covered) => addHits(hits, covered));
  return ok(read?.ok === true ? hits : undefined);
}

function addHits(hits: Map<string, Map<number, number>>, { file, lines }: FileCoverage): void {
  const known = hits.get(file) ?? new Map<number, number>();
  hits.set(file, known);
  for (const [line, count] of lines) known.set(line, Math.max(known.get(line) ?? 0, count));
}

async function itemsOf(
  hits: Hits,
  loaded: Hits,
  root: string,
  tree: SourceTree,
): Promise<Map<string, string>> {
  const collector = new CoverageCollector(tree, root);
  for (const [file, lines] of hits) {
    const before = loaded.get(file);
    const own = [...lines].filter(([line, count]) => count > (before?.get(line) ?? 0));
    if (own.length > 0) collector.visit({ file, lines: new Map(own) });
  }
  const { files } = await collector.finish(tree);
  const items = new Map<string, string>();
  for (const { file, hit } of files) {
    for (const name of Object.keys(hit)) {
      const hash = await tree.itemHash(`${file}#${name}`);
      if (hash !== undefined) items.set(`${file}#${name}`, hash);
    }
  }
  return items;
}
