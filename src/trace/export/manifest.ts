import type { ExportedLeaf } from "./rows.ts";

/** The vendor-neutral trace manifest, version 4, that viewers of other tools read. */
export function toManifest(leaves: readonly ExportedLeaf[], name: string, now: Date): string {
  const rows = leaves.map((leaf) => ({
    id: leaf.address,
    type: typeOf(leaf),
    statement: leaf.text,
    registry: { path: leaf.file, line: leaf.line },
    status: statusOf(leaf),
    implementations: leaf.code.map(({ file, line, symbol }) => ({ path: file, line, excerpt: symbol ?? "" })),
    proofs: leaf.tests
      .filter(({ counts }) => counts)
      .map(({ test, file, line, status, fresh }) => ({
        name: test.slice(file.length + 1),
        path: file,
        line,
        executionVerified: fresh === true && (status === "passed" || status === "flaky"),
      })),
    carryingTasks: [],
    attestedBy: leaf.state === "attested" ? (leaf.note ?? "") : null,
  }));
  const statusCounts: Record<string, number> = {};
  for (const { status } of rows) statusCounts[status] = (statusCounts[status] ?? 0) + 1;
  const gaps = rows.filter(({ status }) => status === "GAP");
  const manifest = {
    schemaVersion: 4,
    format: "trace-manifest",
    emitter: "hewto",
    targetName: name,
    repoPath: ".",
    generatedAt: now.toISOString(),
    gate: {
      ok: gaps.length === 0,
      failures: gaps.map(({ id }) => ({ kind: "silent-gap", id, detail: `${id} is not verified` })),
    },
    totals: {
      registryIdCount: rows.length,
      acCount: rows.filter(({ type }) => type === "AC").length,
      coveredCount: rows.filter(({ proofs }) => proofs.length > 0).length,
    },
    statusCounts,
    rows,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function typeOf({ kind }: ExportedLeaf): string {
  if (kind === "fr" || kind === "requirement") return "FR";
  return kind === "outcome" ? "NFR" : "AC";
}

/** The words of that format. `proven` there means that a test passed. */
function statusOf({ state, verified }: ExportedLeaf): string {
  if (state === "planned" || state === "retired") return "backlog";
  if (state === "waived") return "tracked-debt";
  return verified && state !== "claimed" ? "proven" : "GAP";
}
