import { useState } from "preact/hooks";

const doneMs = 1500;

export function CopyButton({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), doneMs);
  };
  return (
    <button
      type="button"
      class="plain copy"
      onClick={() => copy().catch(() => {})}
      aria-label={`${label}: ${text}`}
    >
      {isDone ? "Copied" : label}
    </button>
  );
}
