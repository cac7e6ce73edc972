/** The places in a list that `1,3-5` or `all` names, in order; undefined where it is neither. */
export function parsePicks(typed: string, length: number): number[] | undefined {
  const text = typed.trim().toLowerCase();
  if (text === "all") return Array.from({ length }, (_, index) => index);
  const picks = new Set<number>();
  for (const part of text.split(/[\s,]+/).filter((word) => word !== "")) {
    const range = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part);
    const first = Number(range?.[1]);
    const last = range?.[2] === undefined ? first : Number(range[2]);
    if (range === null || first < 1 || last < first || last > length) return undefined;
    for (let number = first; number <= last; number++) picks.add(number - 1);
  }
  return picks.size === 0 ? undefined : [...picks].sort((a, b) => a - b);
}
