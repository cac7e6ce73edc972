import { writeFileSync } from "node:fs";
import { percentOf, valuesOf, weakPercent } from "../../src/code/rank/calibrate.ts";
import { type ClueName, type Clues, clueNames, type Table } from "../../src/code/rank/clues.ts";
import type { StaticModel } from "../../src/code/semantic/model/static-model.ts";
import { type CalibrationData, type Row, rowsOf } from "./calibration-rows.ts";

const ways = ["evidence", "words", "name"] as const;
type Tables = Readonly<Record<(typeof ways)[number], Table>>;

/** Of four questions, one is about something that the repository does not have. */
const absentWeight = 1 / 3;
const rounds = 1500;
const rate = 0.05;
const decay = 1e-5;

/**
 * Fits how likely a hit is right on two thirds of the development repositories, and prints the calibration curve
 * for these and for the third that the fit did not see. `out` names the module to write.
 */
export async function runCalibration(from: CalibrationData, model: StaticModel, out?: string): Promise<void> {
  const [withModel = [], without = []] = await rowsOf(from, [model, undefined]);
  const withMeaning = calibrated("with the model", withModel);
  const withoutMeaning = calibrated("without it", without);
  if (out) writeFileSync(out, moduleOf({ withMeaning, withoutMeaning }));
}

function calibrated(label: string, rows: readonly Row[]): Tables {
  const repositories = [...new Set(rows.map(({ repository }) => repository))].sort();
  const reserved = new Set(repositories.filter((_, index) => index % 3 === 2));
  const fitted = rows.filter(({ repository }) => !reserved.has(repository));
  const others = rows.filter(({ repository }) => reserved.has(repository));
  const tables = {
    evidence: learned(fitted, "evidence"),
    words: learned(fitted, "words"),
    name: learned(fitted, "name"),
  };
  console.log(`\nSearch ${label}: ${repositories.length} repositories, ${reserved.size} not in the fit`);
  printCurve("fitted", fitted, tables);
  printCurve("not in the fit", others, tables);
  return tables;
}

interface Example {
  readonly values: readonly number[];
  readonly isRight: boolean;
  readonly weight: number;
}

/** Kinds count alike, however many questions each happens to have. */
function sharesOf(rows: readonly Row[]): ReadonlyMap<Row["kind"], number> {
  const counts = new Map<Row["kind"], number>();
  for (const { kind, isAbsent } of rows) if (!isAbsent) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return new Map([...counts].map(([kind, count]) => [kind, 1 / count]));
}

/** Logistic regression; no clue speaks against a hit, so that more evidence never means less relevance. */
function learned(rows: readonly Row[], way: Clues["rankedBy"]): Table {
  const shares = sharesOf(rows);
  const examples = rows.flatMap(({ kind, isAbsent, hits }) =>
    hits.flatMap(({ clues, isRight }, index): Example[] => {
      const values = valuesOf(clues, index === 0);
      const weight = (shares.get(kind) ?? 0) * (isAbsent ? absentWeight : 1);
      return clues.rankedBy === way
        ? [{ values: [1, ...clueNames.map((name) => values[name])], isRight, weight }]
        : [];
    }),
  );
  const total = examples.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const size = clueNames.length + 1;
  const weights = new Float64Array(size);
  const [first, second] = [new Float64Array(size), new Float64Array(size)];
  for (let round = 1; round <= rounds; round++) {
    const slopes = weights.map((value, index) => (index === 0 ? 0 : decay * value));
    for (const { values, isRight, weight } of examples) {
      const pull = (weight / total) * (chance(weights, values) - (isRight ? 1 : 0));
      for (const [index, value] of values.entries()) slopes[index] = (slopes[index] ?? 0) + pull * value;
    }
    for (const [index, slope] of slopes.entries()) {
      first[index] = 0.9 * (first[index] ?? 0) + 0.1 * slope;
      second[index] = 0.99 * (second[index] ?? 0) + 0.01 * slope * slope;
      const step = (first[index] ?? 0) / (1 - 0.9 ** round);
      const spread = Math.sqrt((second[index] ?? 0) / (1 - 0.99 ** round)) + 1e-9;
      const next = (weights[index] ?? 0) - (rate * step) / spread;
      weights[index] = index === 0 ? next : Math.max(0, next);
    }
  }
  const [base = 0, ...rest] = [...weights].map((value) => Number(value.toFixed(2)));
  return { base, ...Object.fromEntries(clueNames.map((name, index) => [name, rest[index] ?? 0])) };
}

function chance(weights: Float64Array, values: readonly number[]): number {
  const sum = values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

interface Judged {
  readonly percent: number;
  readonly isRight: boolean;
  readonly weight: number;
}

/** The first hits in tenths: how many, what was predicted, what was right; then the absent questions. */
function printCurve(label: string, rows: readonly Row[], tables: Tables): void {
  const shares = sharesOf(rows);
  const judged = rows.map((row) => ({ row, hits: judgedIn(row, tables, shares.get(row.kind) ?? 0) }));
  const present = judged.filter(({ row }) => !row.isAbsent);
  const firstsOf = (some: typeof judged) => some.flatMap(({ hits }) => hits.slice(0, 1));
  const absent = firstsOf(judged.filter(({ row }) => row.isAbsent));
  const firsts = firstsOf(present);
  console.log(`${label}: ${present.length} questions with an answer, ${absent.length} without`);
  console.log(`  first hits        ${curveOf(firsts)}`);
  for (const kind of ["prose", "judged", "name"] as const)
    console.log(
      `    ${kind.padEnd(15)} ${curveOf(firstsOf(present.filter(({ row }) => row.kind === kind)))}`,
    );
  console.log(`  first ten hits    ${curveOf(present.flatMap(({ hits }) => hits))}`);
  const percents = absent.map(({ percent }) => percent).sort((a, b) => a - b);
  const quantile = (share: number) => percents[Math.floor(share * (percents.length - 1))] ?? 0;
  console.log(`  absent, first hit: half at most ${quantile(0.5)}, nine of ten at most ${quantile(0.9)}`);
  const weak = (some: readonly Judged[]) =>
    Math.round((100 * some.filter(({ percent }) => percent < weakPercent).length) / (some.length || 1));
  const right = firsts.filter(({ isRight }) => isRight);
  console.log(
    `  below ${weakPercent}: ${weak(absent)} % of the absent, ${weak(right)} % of the right first hits`,
  );
}

function judgedIn({ hits }: Row, tables: Tables, weight: number): Judged[] {
  let last = 99;
  return hits.map(({ clues, isRight }, index) => {
    last = Math.min(last, percentOf(clues, index === 0, tables[clues.rankedBy]));
    return { percent: last, isRight, weight };
  });
}

/** `predicted→observed (count)` for each tenth that has any, and the mean distance between both. */
function curveOf(judged: readonly Judged[]): string {
  const weigh = (some: readonly Judged[], of: (each: Judged) => number) =>
    some.reduce((sum, each) => sum + each.weight * of(each), 0);
  const total = weigh(judged, () => 1) || 1;
  let distance = 0;
  const bins = Array.from({ length: 10 }, (_, bin) => {
    const some = judged.filter(({ percent }) => Math.floor(percent / 10) === bin);
    if (some.length === 0) return [];
    const weight = weigh(some, () => 1);
    const predicted = weigh(some, ({ percent }) => percent) / weight;
    const observed = (100 * weigh(some, ({ isRight }) => (isRight ? 1 : 0))) / weight;
    distance += (weight / total) * Math.abs(predicted - observed);
    return [`${predicted.toFixed(0)}→${observed.toFixed(0)} (${some.length})`];
  });
  return `${bins.flat().join("  ")}   mean distance ${distance.toFixed(1)}`;
}

function moduleOf(tables: Readonly<Record<"withMeaning" | "withoutMeaning", Tables>>): string {
  const tableText = (table: Table) => {
    const names: readonly (ClueName | "base")[] = ["base", ...clueNames];
    return `{ ${names.map((name) => `${name}: ${table[name] ?? 0}`).join(", ")} }`;
  };
  const part = (each: Tables) => ways.map((way) => `    ${way}: ${tableText(each[way])},`).join("\n");
  return [
    'import type { Clues, Table } from "./clues.ts";\n',
    'type Tables = Readonly<Record<Clues["rankedBy"], Table>>;\n',
    "/** What each clue counts for the relevance of a hit; made by `npm run bench calibration -- --write`. */",
    'export const tables: Readonly<Record<"withMeaning" | "withoutMeaning", Tables>> = {',
    `  withMeaning: {\n${part(tables.withMeaning)}\n  },`,
    `  withoutMeaning: {\n${part(tables.withoutMeaning)}\n  },`,
    "};\n",
  ].join("\n");
}
