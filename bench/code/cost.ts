/** Milliseconds. */
export interface Cost {
  readonly wall: number;
  /** Of all threads of the process. */
  readonly cpu: number;
}

export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const began = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - began, cpu: (user + system) / 1e3 };
}

/** The median of each, by itself. */
export function median(costs: readonly Cost[]): Cost {
  const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
  return { wall: middle(costs.map(({ wall }) => wall)), cpu: middle(costs.map(({ cpu }) => cpu)) };
}
