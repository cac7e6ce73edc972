import { ByteWriter, NumberList } from "./bytes.ts";
import { countOne } from "./fields.ts";

/** Terms in code unit order with, for each, the chunks that hold it. */
export interface PostingBytes {
  /** Terms as UTF-8, one after the other, and where each begins. */
  readonly terms: Uint8Array;
  readonly termStarts: Uint32Array;
  /** Encoded lists, one after the other, and where each begins. */
  readonly lists: Uint8Array;
  readonly listStarts: Uint32Array;
}

/**
 * Collects which term stands how often in which field of which chunk. Chunks come in order, so a term's slot
 * for the current chunk is the last one it got: no map per chunk is needed.
 */
export class PostingCollector {
  private readonly ids = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly slotOf = new NumberList();
  private readonly counts = new NumberList();
  private readonly slotTerm = new NumberList();
  private readonly slotChunk = new NumberList();
  private readonly slotFields = new NumberList();

  idOf(term: string): number {
    let id = this.ids.get(term);
    if (id === undefined) {
      id = this.texts.length;
      this.ids.set(term, id);
      this.texts.push(term);
      this.slotOf.push(0);
      this.counts.push(0);
    }
    return id;
  }

  add(term: number, chunk: number, field: number): void {
    const slot = this.slotOf.at(term) - 1;
    if (slot >= 0 && this.slotChunk.at(slot) === chunk) {
      this.slotFields.set(slot, countOne(this.slotFields.at(slot), field));
      return;
    }
    this.slotTerm.push(term);
    this.slotChunk.push(chunk);
    this.slotFields.push(countOne(0, field));
    this.slotOf.set(term, this.slotTerm.length);
    this.counts.set(term, this.counts.at(term) + 1);
  }

  /** Sorts by term with one counting pass; within a term chunks are already in order. */
  finish(): PostingBytes {
    const starts = new Uint32Array(this.texts.length + 1);
    for (let term = 0; term < this.texts.length; term++)
      starts[term + 1] = (starts[term] ?? 0) + this.counts.at(term);
    const next = starts.slice();
    const order = new Uint32Array(this.slotTerm.length);
    for (let slot = 0; slot < order.length; slot++) {
      const term = this.slotTerm.at(slot);
      const place = next[term] ?? 0;
      order[place] = slot;
      next[term] = place + 1;
    }
    const writer = new PostingWriter();
    for (const term of sortedTerms(this.texts)) {
      writer.begin(this.texts[term] ?? "");
      for (let place = starts[term] ?? 0; place < (starts[term + 1] ?? 0); place++) {
        const slot = order[place] ?? 0;
        writer.posting(this.slotChunk.at(slot), this.slotFields.at(slot));
      }
    }
    return writer.finish();
  }
}

/** Writes lists term by term, terms in code unit order. */
export class PostingWriter {
  private readonly terms = new ByteWriter();
  private readonly termStarts = new NumberList();
  private readonly lists = new ByteWriter();
  private readonly listStarts = new NumberList();
  private last = 0;

  begin(term: string): void {
    this.termStarts.push(this.terms.length);
    this.listStarts.push(this.lists.length);
    this.terms.text(term);
    this.last = 0;
  }

  /** The gap to the last chunk; its lowest bit says "once in the body", the commonest case by far. */
  posting(chunk: number, fields: number): void {
    const gap = chunk - this.last;
    this.last = chunk;
    this.lists.varint(gap * 2 + (fields === 1 ? 1 : 0));
    if (fields !== 1) this.lists.varint(fields);
  }

  finish(): PostingBytes {
    this.termStarts.push(this.terms.length);
    this.listStarts.push(this.lists.length);
    return {
      terms: this.terms.done(),
      termStarts: this.termStarts.done(),
      lists: this.lists.done(),
      listStarts: this.listStarts.done(),
    };
  }
}

function sortedTerms(texts: readonly string[]): number[] {
  const order = texts.map((_, index) => index);
  return order.sort((a, b) => {
    const x = texts[a] ?? "";
    const y = texts[b] ?? "";
    return x < y ? -1 : x > y ? 1 : 0;
  });
}
