import { ByteWriter, NumberList } from "./bytes.ts";
import { fieldFull, fieldOne } from "./fields.ts";

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
 * Collects how often each term occurs in which field of which chunk. Chunks come in order: the counts of the current
 * one are in a column by term, which stays in the processor's cache, and are moved to the slots when it ends.
 */
export class PostingCollector {
  /** Texts of terms by number; more may be added while we collect. */
  private readonly texts: readonly string[];
  /** By term: how often in which field of the current chunk, and in how many chunks before it. */
  private current = new Uint32Array(0);
  private counts = new Uint32Array(0);
  /** Terms of the current chunk. */
  private readonly touched = new NumberList();
  private readonly usedTerms = new NumberList();
  private readonly slotTerm = new NumberList();
  private readonly slotFields = new NumberList();
  /** Where the slots of each chunk end. */
  private readonly chunkEnds = new NumberList();

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }

  /** A term once more in a field of the current chunk. */
  add(term: number, field: number): void {
    if (term >= this.current.length) this.grow();
    const packed = this.current[term] ?? 0;
    if (packed === 0) this.touched.push(term);
    const full = fieldFull[field] ?? 0;
    if ((packed & full) !== full) this.current[term] = packed + (fieldOne[field] ?? 0);
  }

  endChunk(): void {
    const { touched, current, counts } = this;
    for (let at = 0; at < touched.length; at++) {
      const term = touched.at(at);
      const before = counts[term] ?? 0;
      if (before === 0) this.usedTerms.push(term);
      counts[term] = before + 1;
      this.slotTerm.push(term);
      this.slotFields.push(current[term] ?? 0);
      current[term] = 0;
    }
    touched.length = 0;
    this.chunkEnds.push(this.slotTerm.length);
  }

  /** Sorts by term with one counting pass; within a term chunks are already in order. */
  finish(): PostingBytes {
    const terms = this.sortedTerms();
    const next = new Uint32Array(this.counts.length);
    let slots = 0;
    for (const term of terms) {
      next[term] = slots;
      slots += this.counts[term] ?? 0;
    }
    const chunks = new Uint32Array(slots);
    const fields = new Uint32Array(slots);
    for (let slot = 0, chunk = 0; chunk < this.chunkEnds.length; chunk++) {
      for (const end = this.chunkEnds.at(chunk); slot < end; slot++) {
        const term = this.slotTerm.at(slot);
        const place = next[term] ?? 0;
        chunks[place] = chunk;
        fields[place] = this.slotFields.at(slot);
        next[term] = place + 1;
      }
    }
    const writer = new PostingWriter();
    let place = 0;
    for (const term of terms) {
      writer.begin(this.texts[term] ?? "");
      for (const end = next[term] ?? 0; place < end; place++)
        writer.posting(chunks[place] ?? 0, fields[place] ?? 0);
    }
    return writer.finish();
  }

  private sortedTerms(): Uint32Array {
    const { texts } = this;
    return this.usedTerms.done().sort((a, b) => {
      const x = texts[a] ?? "";
      const y = texts[b] ?? "";
      return x < y ? -1 : x > y ? 1 : 0;
    });
  }

  private grow(): void {
    const size = Math.max(4096, this.texts.length * 2);
    const current = new Uint32Array(size);
    current.set(this.current);
    this.current = current;
    const counts = new Uint32Array(size);
    counts.set(this.counts);
    this.counts = counts;
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
