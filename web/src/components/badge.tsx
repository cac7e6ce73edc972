import type { ComponentChildren } from "preact";

export type Tone = "plain" | "good" | "warn" | "bad" | "accent";

/** A short label. The text says it; the color only repeats it. */
export function Badge({
  tone = "plain",
  children,
  title,
}: {
  tone?: Tone;
  children: ComponentChildren;
  title?: string;
}) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

/** Tasks done of all, or any other part of a whole. */
export function ProgressBar({
  done,
  total,
  label = "tasks",
}: {
  done: number;
  total: number;
  label?: string;
}) {
  if (total === 0) return <span class="muted">no {label}</span>;
  return (
    <span class="progress">
      <progress value={done} max={total} aria-label={`${done} of ${total} ${label}`} />
      <span class="count">
        {done}/{total}
      </span>
    </span>
  );
}
