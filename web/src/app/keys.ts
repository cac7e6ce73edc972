import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export interface KeyBinding {
  /** `g w` is `g`, then `w`. */
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

const sequenceMs = 1200;

/** What the `?` sheet lists, in the order of registration. */
export const bindings = signal<readonly KeyBinding[]>([]);

/** Binds keys while a component is shown. Give the same array between renders, or list what it depends on. */
export function useKeys(keys: readonly KeyBinding[], dependencies: readonly unknown[]): void {
  useEffect(() => {
    bindings.value = [...bindings.peek(), ...keys];
    return () => {
      bindings.value = bindings.peek().filter((each) => !keys.includes(each));
    };
  }, dependencies);
}

let begun: { key: string; at: number } | undefined;

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (document.querySelector("dialog[open]")) return;
    const isSequence = begun !== undefined && event.timeStamp - begun.at < sequenceMs;
    const keys = isSequence ? `${begun?.key} ${event.key}` : event.key;
    const binding = bindings.peek().findLast((each) => each.keys === keys);
    const begins = bindings.peek().some((each) => each.keys.startsWith(`${event.key} `));
    begun = begins && !isSequence ? { key: event.key, at: event.timeStamp } : undefined;
    if (binding) {
      event.preventDefault();
      binding.run();
    }
  });
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

/** Moves among the rows of the view: every element with `data-row` is one. */
export function moveRow(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")].filter(
    (row) => row.offsetParent !== null,
  );
  const active = document.activeElement?.closest<HTMLElement>("[data-row]");
  const at = active ? rows.indexOf(active) : -1;
  const next =
    rows[Math.min(rows.length - 1, Math.max(0, at === -1 ? (by > 0 ? 0 : rows.length - 1) : at + by))];
  if (!next) return;
  const target = next.matches("a, button, [tabindex]")
    ? next
    : next.querySelector<HTMLElement>("a, button, input");
  (target ?? next).focus();
  next.scrollIntoView({ block: "nearest" });
}
