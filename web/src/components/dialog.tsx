import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** `wide` for diffs and previews. */
  readonly size?: "normal" | "wide";
  readonly actions?: ComponentChildren;
}

/** A modal dialog: the browser's own keeps the focus inside, closes with Escape and gives the focus back. */
export function Dialog({ title, onClose, children, size = "normal", actions }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={`dialog ${size}`}
      aria-labelledby={id}
      onClose={onClose}
      onMouseDown={(event) => {
        if (event.target === ref.current) ref.current?.close();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={() => ref.current?.close()}>
          ✕
        </button>
      </header>
      <div class="dialog-body">{children}</div>
      {actions ? <footer>{actions}</footer> : null}
    </dialog>
  );
}
