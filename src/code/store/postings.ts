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
  /** Texts of terms by number; more may be added while we collect. */
  private readonly texts: readonly string[];
  /** By term: the last slot plus one, and how many slots there are. */
  private lastSlots = new Uint32Array(0);
  private counts = new Uint32Array(0);
  private readonly used = new NumberList();
  private readonly slotTerm = new NumberList();
  private readonly slotChunk = new NumberList();
  private readonly slotFields = new NumberList();

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }

  add(term: number, chunk: number, field: number): void {
    if (term >= this.lastSlots.length) this.grow();
    const last = this.lastSlots[term] ?? 0;
    if (last > 0 && this.slotChunk.at(last - 1) === chunk) {
      this.slotFields.set(last - 1, countOne(this.slotFields.at(last - 1), field));
      return;
    }
    if (last === 0) this.used.push(term);
    this.slotTerm.push(term);
    this.slotChunk.push(chunk);
    this.slotFields.push(countOne(0, field));
    this.lastSlots[term] = this.slotTerm.length;
    this.counts[term] = (this.counts[term] ?? 0) + 1;
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
    const order = new Uint32Array(slots);
    for (let slot = 0; slot < slots; slot++) {
      const term = this.slotTerm.at(slot);
      const place = next[term] ?? 0;
      order[place] = slot;
      next[term] = place + 1;
    }
    const writer = new PostingWriter();
    let place = 0;
    for (const term of terms) {
      writer.begin(this.texts[term] ?? "");
      for (const end = place + (this.counts[term] ?? 0); place < end; place++) {
        const slot = order[place] ?? 0;
        writer.posting(this.slotChunk.at(slot), this.slotFields.at(slot));
      }
    }
    return writer.finish();
  }

  private sortedTerms(): Uint32Array {
    const { texts } = this;
    return this.used.done().sort((a, b) => {
      const x = texts[a] ?? "";
      const y = texts[b] ?? "";
      return x < y ? -1 : x > y ? 1 : 0;
    });
  }

  private grow(): void {
    const size = Math.max(4096, this.texts.length * 2);
    const lastSlots = new Uint32Array(size);
    lastSlots.set(this.lastSlots);
    this.lastSlots = lastSlots;
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
