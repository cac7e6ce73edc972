import type { Output } from "../../api/transport.ts";

type Traced = Output<"trace">;
type Requirement = Traced["formats"][number]["specs"][number]["requirements"][number];
export type Leaf = Requirement["leaves"][number];
export type State = Leaf["state"];

/** One row of the matrix: a requirement, or the scenario of one. */
export interface Row {
  readonly format: string;
  readonly spec: string;
  readonly requirement: string;
  readonly leaf: Leaf;
}

/** Asked for by name, because without a list only gaps are answered. The worst first. */
export const allStates = [
  "failing",
  "suspect",
  "open",
  "skipped",
  "claimed",
  "stale",
  "passed",
  "exercised",
  "sensitive",
  "attested",
  "waived",
  "planned",
  "retired",
] as const satisfies readonly State[];

/** Gaps first: by state, then in the order of the specs. */
export function rowsOf({ formats }: Traced): Row[] {
  const rows = formats.flatMap(({ format, specs }) =>
    specs.flatMap(({ spec, requirements }) =>
      requirements.flatMap(({ name, leaves }) =>
        leaves.map((leaf) => ({ format, spec, requirement: name, leaf })),
      ),
    ),
  );
  const rank = new Map<string, number>(allStates.map((state, index) => [state, index]));
  const rankOf = ({ leaf }: Row) => rank.get(leaf.state) ?? 0;
  return rows.sort((a, b) => rankOf(a) - rankOf(b));
}

export interface Filter {
  readonly state: string | undefined;
  readonly spec: string | undefined;
  readonly text: string | undefined;
  readonly file: string | undefined;
  readonly isMustOnly: boolean;
}

/** Of a filter without its state, so that each state can say how many rows it has. */
export function matching(rows: readonly Row[], { spec, text = "", file, isMustOnly }: Filter): Row[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return rows.filter((row) => {
    const { leaf, spec: own } = row;
    if (spec !== undefined && own !== spec) return false;
    if (isMustOnly && leaf.level !== "MUST") return false;
    if (file !== undefined && ![...leaf.code, ...leaf.tests].some((link) => link.file === file)) return false;
    if (words.length === 0) return true;
    const all = searchTextOf(row);
    return words.every((word) => all.includes(word));
  });
}

/** Made once for each row: every key in the filter looks at all of them. */
const searchTexts = new WeakMap<Row, string>();

function searchTextOf(row: Row): string {
  const { spec, requirement, leaf } = row;
  const known = searchTexts.get(row);
  if (known !== undefined) return known;
  const text = `${spec} ${requirement} ${leaf.name} ${leaf.address} ${leaf.text}`.toLowerCase();
  searchTexts.set(row, text);
  return text;
}

/** Of the rows in sight, how many are in each state. */
export function countsOf(rows: readonly Row[]): ReadonlyMap<State, number> {
  const counts = new Map<State, number>();
  for (const { leaf } of rows) counts.set(leaf.state, (counts.get(leaf.state) ?? 0) + 1);
  return counts;
}
