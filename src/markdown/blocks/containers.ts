import type { LineCursor } from "./cursor.ts";

/** A block quote or list item that later lines may belong to. */
export interface Container {
  /** Columns that a line must be indented by to stay in a list item; 0 for a quote. */
  readonly width: number;
  readonly quote: boolean;
  /** A list item that so far has nothing after its marker: a blank line ends it. */
  empty: boolean;
}

const deepest = 32;
const quoteMark = 0x3e;

/** The block quotes and list items that are open, outermost first. */
export class Containers {
  readonly open: Container[] = [];
  private quotes = 0;

  get depth(): number {
    return this.open.length;
  }

  /** Deeper nesting is read as text, so that no line costs more than this many steps. */
  get limit(): number {
    return deepest;
  }

  /** How many open containers the line stays in; moves the cursor behind their marks and indentation. */
  match(cursor: LineCursor): number {
    const { open } = this;
    for (let depth = 0; depth < open.length; depth++) {
      if (cursor.blank && this.quotes === 0) return this.depthAfterBlank;
      const container = open[depth];
      if (container === undefined || !staysIn(container, cursor)) return depth;
    }
    return open.length;
  }

  /** How many items a blank line stays in where no quote is open: all but an empty one, which can only be the last. */
  get depthAfterBlank(): number {
    const { open } = this;
    return open[open.length - 1]?.empty === true ? open.length - 1 : open.length;
  }

  push(container: Container): void {
    this.open.push(container);
    if (container.quote) this.quotes++;
  }

  closeTo(depth: number): void {
    while (this.open.length > depth) {
      if (this.open.pop()?.quote === true) this.quotes--;
    }
  }

  /** The innermost open list items got content. */
  fill(): void {
    for (let index = this.open.length - 1; index >= 0; index--) {
      const container = this.open[index];
      if (container === undefined || !container.empty) return;
      container.empty = false;
    }
  }

  inList(depth: number): boolean {
    for (let index = 0; index < depth; index++) if (this.open[index]?.quote === false) return true;
    return false;
  }

  get inQuote(): boolean {
    return this.quotes > 0;
  }
}

/** Consumes `>` and one space after it. */
export function skipQuoteMark(cursor: LineCursor): boolean {
  if (cursor.indent > 3 || cursor.code !== quoteMark) return false;
  cursor.skipTo(cursor.nonspace + 1);
  cursor.skipColumns(1);
  return true;
}

function staysIn(container: Container, cursor: LineCursor): boolean {
  return container.quote ? skipQuoteMark(cursor) : staysInItem(container, cursor);
}

function staysInItem(item: Container, cursor: LineCursor): boolean {
  if (cursor.blank) return !item.empty;
  if (cursor.indent < item.width) return false;
  cursor.skipColumns(item.width);
  return true;
}
