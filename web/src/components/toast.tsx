import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

interface Toast {
  readonly id: number;
  readonly tone: "good" | "bad" | "plain";
  readonly text: ComponentChildren;
}

const shownMs = 6000;
const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** Says in a corner what just happened; a failure stays until it is closed. */
export function toast(text: ComponentChildren, tone: Toast["tone"] = "plain"): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.peek().slice(-3), { id, tone, text }];
  if (tone !== "bad") setTimeout(() => close(id), shownMs);
}

function close(id: number): void {
  toasts.value = toasts.peek().filter((each) => each.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, tone, text }) => (
        <div key={id} class={`toast ${tone}`}>
          <div>{text}</div>
          <button type="button" class="plain" aria-label="Close" onClick={() => close(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
