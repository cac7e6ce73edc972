import { printableLine } from "../../kernel/text.ts";
import type { ExportedLeaf } from "./rows.ts";

const columns = [
  "address",
  "format",
  "spec",
  "requirement",
  "name",
  "kind",
  "level",
  "state",
  "reason",
  "required",
  "verified",
  "revision",
  "file",
  "line",
  "test",
  "test file",
  "test line",
  "link",
  "result",
  "fresh",
] as const;

/** A row for each leaf and linked test, for spreadsheets. */
export function toCsv(leaves: readonly ExportedLeaf[]): string {
  const rows = leaves.flatMap((leaf) => {
    const own = [
      leaf.address,
      leaf.format,
      leaf.spec,
      leaf.requirement,
      leaf.name,
      leaf.kind,
      leaf.level ?? "",
      leaf.state,
      leaf.reason,
      leaf.require,
      String(leaf.verified),
      leaf.revision,
      leaf.file,
      String(leaf.line),
    ];
    const tests = leaf.tests.map(({ test, file, line, source, counts, status, fresh }) => [
      test.slice(file.length + 1),
      file,
      String(line),
      counts ? source : `${source} (possible)`,
      status ?? "",
      fresh === undefined ? "" : String(fresh),
    ]);
    return tests.length === 0 ? [[...own, "", "", "", "", "", ""]] : tests.map((test) => [...own, ...test]);
  });
  return `${[columns, ...rows].map((row) => row.map(cell).join(",")).join("\n")}\n`;
}

/** A spreadsheet runs a cell that begins like a formula, so such a text begins with an apostrophe. */
function cell(text: string): string {
  const flat = printableLine(text.replace(/\r\n?|\n/g, " "));
  const safe = /^[\s\p{Cf}\p{Cc}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/u.test(flat) ? `'${flat}` : flat;
  return `"${safe.replaceAll('"', '""')}"`;
}
