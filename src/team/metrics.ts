const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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

  async text(): Promise<string> {
    const lines = [...this.#counters].map(([key, value]) => `${key} ${value}`);
    for (const [key, { counts, sum, count }] of this.#durations) {
      const [name, labels]: [string, Labels] = JSON.parse(key);
      for (const [index, limit] of buckets.entries())
        lines.push(`${name}_bucket${shown({ ...labels, le: String(limit) })} ${counts[index] ?? 0}`);
      lines.push(`${name}_bucket${shown({ ...labels, le: "+Inf" })} ${count}`);
      lines.push(`${name}_sum${shown(labels)} ${sum}`, `${name}_count${shown(labels)} ${count}`);
    }
    for (const [name, read] of this.#gauges) lines.push(`${name} ${await read()}`);
    return `${lines.join("\n")}\n`;
  }
}

function shown(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
