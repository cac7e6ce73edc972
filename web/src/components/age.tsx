const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** How long ago; the exact time is in the title. */
export function Age({ date }: { readonly date: string }) {
  const then = new Date(date);
  const seconds = (then.getTime() - Date.now()) / 1000;
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ["minute", 60];
  return (
    <time class="muted age" dateTime={date} title={then.toLocaleString()}>
      {relative.format(Math.round(seconds / size), unit)}
    </time>
  );
}
