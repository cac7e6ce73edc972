import { count, printableLine } from "../../../kernel/text.ts";
import type { Style } from "../../../operation/style.ts";
import type { Surface } from "../../../operation/surface.ts";
import type { Output, ProvedLeaf } from "./shapes.ts";

/** One block for each requirement, what was missed first, and a line with the sum. */
export function render(output: Output, surface: Surface, style: Style, budget: string): string {
  const { leaves, mode, left_out: leftOut, notes, seconds } = output;
  if (leaves.length === 0) {
    const [none] = notes;
    if (none !== undefined) return none;
    const next = surface.recommend({ operation: "suggest_links", to: "link tests to requirements" });
    return mode === "revert" || next === ""
      ? "No requirement of this branch has a linked test."
      : `No requirement has a linked test. ${next}`;
  }
  const order = ["unnoticed", "insensitive", "blocked", "undecided", "existing", "sensitive", "notices"];
  const sorted = leaves.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const lines = sorted.flatMap((leaf) => leafLines(leaf, style));
  for (const note of notes) lines.push(`Note: ${printableLine(note)}`);
  if (leftOut > 0) lines.push(`${count(leftOut, "requirement")} left out for lack of time; raise ${budget}.`);
  lines.push(sumLine(output, seconds));
  return lines.join("\n");
}

function leafLines(leaf: ProvedLeaf, style: Style): string[] {
  const { verdict, address, name, reason, survivors, left_out: leftOut, dismissed } = leaf;
  const isBad = verdict === "insensitive" || verdict === "unnoticed";
  const mark = isBad ? style.warn("!") : verdict === "blocked" ? style.warn("?") : style.good("●");
  const lines = [
    `${mark} ${printableLine(address)}  ${style.dim(printableLine(name))}`,
    `    ${verdict}: ${printableLine(reason)}`,
  ];
  for (const { file, line, before, after, shared } of survivors) {
    const why = shared.length === 0 ? "" : style.dim(`  shares ${shared.map(printableLine).join(", ")}`);
    lines.push(`    missed ${printableLine(file)}:${line}${why}`);
    lines.push(
      `      ${style.bad("-")} ${printableLine(before)}`,
      `      ${style.good("+")} ${printableLine(after)}`,
    );
  }
  if (leftOut > 0) lines.push(`    … and ${leftOut} more that no linked test noticed`);
  if (dismissed > 0) lines.push(`    ${dismissed} dismissed in the record`);
  return lines;
}

function sumLine({ leaves, mode, reverted }: Output, seconds: number): string {
  const of = (verdict: ProvedLeaf["verdict"]) => leaves.filter((leaf) => leaf.verdict === verdict).length;
  const parts =
    mode === "revert"
      ? [`${of("notices")} notice`, `${of("unnoticed")} do not`]
      : [`${of("sensitive")} sensitive`, `${of("insensitive")} insensitive`];
  for (const verdict of ["undecided", "existing", "blocked"] as const)
    if (of(verdict) > 0) parts.push(`${of(verdict)} ${verdict}`);
  const files = mode === "revert" ? ` Taken back: ${count(reverted.length, "file")}.` : "";
  return `${count(leaves.length, "requirement")}: ${parts.join(", ")}.${files} ${seconds} s.`;
}
