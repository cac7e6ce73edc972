import type { Expression } from "../languages/expression.ts";
import { ByteWriter } from "../store/bytes.ts";
import { ExpressionTable, readExpressions } from "./expressions.ts";
import { RowReader } from "./row-reader.ts";
import { RowWriter, TextTable } from "./row-writer.ts";

/**
 * Rows of small numbers, with a table of texts and a table of expressions that they refer to. A third of the size of
 * JSON, and faster to write and to read. `openPack` reads what is written here, and checks it on the way.
 */
export class PackWriter {
  readonly #texts = new TextTable();
  readonly expressions = new ExpressionTable(this.#texts);
  readonly rows = new RowWriter(this.#texts);

  /** Rows of another version cannot be opened. */
  done(version: number): Uint8Array {
    const out = new ByteWriter();
    // Facts once had no version: they began with the number of texts, which is never zero.
    out.varint(0);
    out.varint(version);
    this.#texts.write(out);
    out.varint(this.expressions.count);
    out.append(this.expressions.rows.done());
    out.append(this.rows.done());
    return out.done();
  }
}

export interface Pack {
  readonly rows: RowReader;
  readonly expressions: readonly Expression[];
}

/** Throws a RangeError, as every read does, if the bytes are not what was written by this version. */
export function openPack(bytes: Uint8Array, version: number): Pack {
  const rows = new RowReader(bytes, version);
  return { expressions: readExpressions(rows), rows };
}
