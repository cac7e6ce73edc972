import { href } from "../../app/router.ts";
import { VirtualList } from "../../components/virtual-list.tsx";
import type { Leaf, Row } from "./rows.ts";
import { StateBadge } from "./state-badge.tsx";

interface MatrixProps {
  readonly rows: readonly Row[];
  readonly query: Readonly<Record<string, string>>;
  readonly selected: string | undefined;
}

/** Requirement × code × test × result. */
export function Matrix({ rows, query, selected }: MatrixProps) {
  return (
    <div class="matrix">
      <div class="matrix-row matrix-head" aria-hidden="true">
        <span>Requirement</span>
        <span>Code</span>
        <span>Test</span>
        <span>Result</span>
      </div>
      <VirtualList
        label="Requirements with their code, tests and results"
        rows={rows}
        rowKey={({ format, leaf }) => `${format} ${leaf.address}`}
        estimate={46}
        render={(row) => <MatrixRow row={row} query={query} isSelected={row.leaf.address === selected} />}
      />
    </div>
  );
}

interface RowProps {
  readonly row: Row;
  readonly query: Readonly<Record<string, string>>;
  readonly isSelected: boolean;
}

function MatrixRow({ row: { spec, requirement, leaf }, query, isSelected }: RowProps) {
  const isPart = leaf.name !== requirement;
  return (
    <div class={isSelected ? "matrix-row selected" : "matrix-row"} data-row>
      <span class="matrix-name">
        <a
          href={href("trace", [leaf.address], query)}
          aria-current={isSelected ? "true" : undefined}
          dir="auto"
        >
          {requirement}
        </a>
        <span class="muted" dir="auto">
          {isPart ? `${spec} · ${leaf.name}` : spec}
        </span>
      </span>
      <Places
        label="Code"
        places={leaf.code.map(({ file, symbol }) => symbol ?? fileName(file))}
        none="no code"
      />
      <Places label="Test" places={leaf.tests.map(testTitle)} none="no test" />
      <span>
        <StateBadge state={leaf.state} />
        {leaf.level && leaf.level !== "MUST" ? <span class="muted level"> {leaf.level}</span> : null}
      </span>
    </div>
  );
}

function Places({ label, places, none }: { label: string; places: readonly string[]; none: string }) {
  const [first, ...others] = places;
  return (
    <span class="matrix-place">
      <span class="visually-hidden">{label}: </span>
      {first === undefined ? (
        <span class="muted">{none}</span>
      ) : (
        <>
          <bdi title={places.join("\n")}>{first}</bdi>
          {others.length > 0 ? <span class="muted"> +{others.length}</span> : null}
        </>
      )}
    </span>
  );
}

/** `file#suite > title`: the title alone. */
export function testTitle({ test }: Leaf["tests"][number]): string {
  const title = test.slice(test.indexOf("#") + 1);
  return title.split(" > ").at(-1) ?? title;
}

function fileName(path: string): string {
  return path.split("/").at(-1) ?? path;
}
