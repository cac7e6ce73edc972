import type { Finding, Severity } from "../../kernel/finding.ts";
import { formatSuggestions } from "../../kernel/nearest.ts";
import type { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";

/** Finds what references mean. What they do not mean is reported. */
export class NodeFinder {
  readonly graph: RequirementGraph;
  readonly findings: Finding[] = [];
  readonly #renamed: ReadonlyMap<string, RequirementNode>;

  constructor(graph: RequirementGraph, renamed: ReadonlyMap<string, RequirementNode>) {
    this.graph = graph;
    this.#renamed = renamed;
  }

  /** The node that a reference means; what it does not mean is reported. */
  find(reference: string, file: string, line: number, said: string): RequirementNode | undefined {
    const meant = this.graph.resolve(reference);
    if (meant.kind === "one") return meant.node;
    if (meant.kind === "several") {
      const all = meant.nodes.map(({ address }) => `\`${address}\``).join(" and ");
      this.report(
        "link-ambiguous",
        "warning",
        file,
        line,
        `${said}: \`${reference}\` means ${all}.`,
        "Write the address in full.",
      );
    } else if (meant.kind === "unknown") {
      this.report(
        "link-unknown",
        "note",
        file,
        line,
        `${said}: ${meant.document.file} cannot be read, so nothing is known of \`${reference}\`.`,
      );
    } else return this.#findRenamed(reference, meant.nearest, file, line, said);
    return undefined;
  }

  /** A requirement that this branch renamed keeps its links; every other reference leads nowhere. */
  #findRenamed(
    reference: string,
    nearest: readonly string[],
    file: string,
    line: number,
    said: string,
  ): RequirementNode | undefined {
    const node = this.#renamed.get(reference.toLowerCase());
    const message = `${said}: no requirement has the address \`${reference}\`.`;
    const now = node && this.graph.short(node);
    const rule = "link-dangling";
    if (now !== undefined) {
      const suggest = { operation: "trace_rename", args: { from: reference, to: now }, to: "rewrite it" };
      const fix = `It is \`${now}\` now.`;
      this.findings.push({ rule, severity: "warning", file, line, message, fix, suggest });
    } else {
      const fix = formatSuggestions(nearest.map((each) => `\`${each}\``));
      this.report(rule, "warning", file, line, message, fix === "" ? undefined : fix);
    }
    return node;
  }

  report(rule: string, severity: Severity, file: string, line: number, message: string, fix?: string): void {
    this.findings.push({ rule, severity, file, line, message, fix });
  }
}
