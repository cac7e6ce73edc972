import { setTimeout } from "node:timers/promises";
import { sortedBy } from "../kernel/order.ts";

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const maxReadMs = 1_000;

type Labels = Readonly<Record<string, string>>;

/** Counters and durations as the text that Prometheus reads. Labels are names of ours: never a repository or a person. */
export class Metrics {
  readonly #counters = new Map<string, number>();
  readonly #durations = new Map<string, { readonly counts: number[]; sum: number; count: number }>();
  readonly #gauges = new Map<string, () => number | Promise<number>>();

  count(name: string, labels: Labels = {}): void {
    const key = `${name}${shown(labels)}`;
    this.#counters.set(key, (this.#counters.get(key) ?? 0) + 1);
  }

  observe(name: string, labels: Labels, seconds: number): void {
    const key = JSON.stringify([name, labels]);
    const known = this.#durations.get(key) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 };
    for (const [index, limit] of buckets.entries())
      if (seconds <= limit) known.counts[index] = (known.counts[index] ?? 0) + 1;
    known.sum += seconds;
    known.count++;
    this.#durations.set(key, known);
  }

  gauge(name: string, read: () => number | Promise<number>): void {
    this.#gauges.set(name, read);
  }

  /** A gauge that cannot be read in time is left out: the others are needed most when the store hangs. */
  async text(): Promise<string> {
    const lines: string[] = [];
    const typed = new Set<string>();
    const type = (name: string, kind: string) => {
      if (!typed.has(name)) lines.push(`# TYPE ${name} ${kind}`);
      typed.add(name);
    };
    for (const [key, value] of sortedBy([...this.#counters], ([each]) => each)) {
      type(key.replace(/\{.*/s, ""), "counter");
      lines.push(`${key} ${value}`);
    }
    for (const [key, { counts, sum, count }] of sortedBy([...this.#durations], ([each]) => each)) {
      const [name, labels]: [string, Labels] = JSON.parse(key);
      type(name, "histogram");
      for (const [index, limit] of buckets.entries())
        lines.push(`${name}_bucket${shown({ ...labels, le: String(limit) })} ${counts[index] ?? 0}`);
      lines.push(`${name}_bucket${shown({ ...labels, le: "+Inf" })} ${count}`);
      lines.push(`${name}_sum${shown(labels)} ${sum}`, `${name}_count${shown(labels)} ${count}`);
    }
    for (const [name, read] of this.#gauges) {
      const value = await Promise.race([read(), setTimeout(maxReadMs, undefined, { ref: false })]);
      if (value === undefined) continue;
      type(name, "gauge");
      lines.push(`${name} ${value}`);
    }
    return `${lines.join("\n")}\n`;
  }
}

function shown(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
