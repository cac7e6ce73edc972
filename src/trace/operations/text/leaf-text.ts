import { printable, printableLine } from "../../../kernel/text.ts";
import type { Style } from "../../../operation/style.ts";
import type { Leaf } from "../../report/shapes.ts";

/** Everything about one leaf. */
export function leafText(leaf: Leaf, style: Style): string {
  const lines = [
    `${style.bold(printableLine(leaf.address))}  ${leaf.reason.startsWith(leaf.state) ? "" : `${leaf.state}: `}${printableLine(leaf.reason)}`,
    style.dim(
      `${printableLine(leaf.file)}:${leaf.line}  ${leaf.revision}${leaf.level === undefined ? "" : `  ${leaf.level}`}`,
    ),
    ...printable(leaf.text)
      .split("\n")
      .map((line) => `  ${line}`),
    ...(leaf.questions ?? []).map((question) => `  open question: ${printableLine(question)}`),
  ];
  for (const { test, line, source, counts, status, fresh } of leaf.tests) {
    const [file = "", title = ""] = test.split(/#(.*)/s);
    const result = status === undefined ? "no result" : fresh === true ? status : `${status}, stale`;
    const link = counts ? `by ${source}` : `possible, by ${source}; does not count`;
    lines.push(`  test  ${printableLine(title)}  ${printableLine(file)}:${line}  ${result} (${link})`);
  }
  for (const { role, symbol, file, line } of leaf.code)
    lines.push(`  ${role}  ${printableLine(symbol ?? file)}  ${printableLine(file)}:${line}`);
  for (const { name, state, reason } of leaf.implementations ?? [])
    lines.push(
      `  in ${printableLine(name)}  ${reason.startsWith(state) ? "" : `${state}: `}${printableLine(reason)}`,
    );
  if (leaf.note !== undefined && leaf.note !== "") lines.push(`  note  ${printableLine(leaf.note)}`);
  return lines.join("\n");
}
