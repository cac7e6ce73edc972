import { runEnd } from "../blocks/block-starts.ts";

/** Finds where code spans end. Linear: a run of backticks without a partner is known without a search. */
export class CodeSpans {
  private readonly text: string;
  /** For each length of a run of backticks, where its last one starts. */
  private lastRuns: Map<number, number> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Where the run of backticks at `index` ends, and the end of the code span that it opens, if it does. */
  at(index: number): { runEnd: number; spanEnd: number | undefined } {
    const open = runEnd(this.text, index, "`");
    const length = open - index;
    const last = this.runs().get(length) ?? -1;
    if (last < open) return { runEnd: open, spanEnd: undefined };
    let start = this.text.indexOf("`", open);
    let end = runEnd(this.text, start, "`");
    while (end - start !== length) {
      start = this.text.indexOf("`", end);
      end = runEnd(this.text, start, "`");
    }
    return { runEnd: open, spanEnd: end };
  }

  /** Where to go on after the run of backticks at `index`: behind its code span, or behind the run. */
  skip(index: number): number {
    const { runEnd, spanEnd } = this.at(index);
    return spanEnd ?? runEnd;
  }

  private runs(): Map<number, number> {
    if (this.lastRuns !== undefined) return this.lastRuns;
    const runs = new Map<number, number>();
    for (let start = this.text.indexOf("`"); start >= 0; ) {
      const end = runEnd(this.text, start, "`");
      runs.set(end - start, start);
      start = this.text.indexOf("`", end);
    }
    this.lastRuns = runs;
    return runs;
  }
}
