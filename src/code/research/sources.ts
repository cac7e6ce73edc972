import { decodeFacts } from "../facts/decode.ts";
import type { GraphNode } from "../graph/model/graph.ts";
import type { Declaration } from "../languages/language.ts";
import { factsOf, recordOf, type Snapshot, textOf } from "../store/snapshot.ts";

const maxLineLength = 160;

/** Texts and declarations of indexed files, each file read once. */
export class Sources {
  readonly #snapshot: Snapshot;
  readonly #lines = new Map<string, readonly string[]>();
  readonly #declarations = new Map<string, readonly Declaration[]>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  lines(path: string): readonly string[] {
    const cached = this.#lines.get(path);
    if (cached) return cached;
    const place = this.#snapshot.files.get(path);
    const lines = place ? textOf(place).split(/\r\n|\r|\n/) : [];
    this.#lines.set(path, lines);
    return lines;
  }

  /** One line as an answer quotes it: without indentation, cut if it is long. */
  line(path: string, line: number): string {
    const text = (this.lines(path)[line - 1] ?? "").trim();
    return text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text;
  }

  declarations(path: string): readonly Declaration[] {
    const cached = this.#declarations.get(path);
    if (cached) return cached;
    const place = this.#snapshot.files.get(path);
    const declarations = place ? decodeFacts(factsOf(place)).declarations : [];
    this.#declarations.set(path, declarations);
    return declarations;
  }

  /** The last line of a declaration; its first where nothing is known of it. */
  endOf({ path, line, symbol }: GraphNode): number {
    const found = this.declarations(path).find(({ from }) => from === symbol?.from);
    return Math.max(line, found?.endLine ?? line);
  }

  /** The innermost declaration around a line. */
  enclosing(path: string, line: number): Declaration | undefined {
    return this.declarations(path).findLast((each) => each.startLine <= line && line <= each.endLine);
  }

  isTest(path: string): boolean {
    const place = this.#snapshot.files.get(path);
    return place !== undefined && recordOf(place).role === "test";
  }

  /** Files whose text contains a word, without decoding the others. */
  *containing(
    word: string,
  ): Generator<{ readonly path: string; readonly isCode: boolean; readonly isTest: boolean }> {
    const wanted = Buffer.from(word);
    for (const [path, place] of this.#snapshot.files) {
      const { at, file } = place;
      const bytes = at.texts(at.segment.textRange(file));
      if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(wanted) < 0) continue;
      const { role } = recordOf(place);
      yield { path, isCode: this.declarations(path).length > 0, isTest: role === "test" };
    }
  }
}
