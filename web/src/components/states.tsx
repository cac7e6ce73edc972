import type { ComponentChildren } from "preact";
import type { Fault } from "../api/transport.ts";
import type { Loaded } from "../api/use-operation.ts";

interface EmptyProps {
  readonly title: string;
  /** What to do about it. */
  readonly children?: ComponentChildren;
}

export function EmptyState({ title, children }: EmptyProps) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children ? <div>{children}</div> : null}
    </div>
  );
}

export function LoadingState({ what }: { readonly what?: string }) {
  return (
    <p class="state loading" role="status">
      {what ? `Loading ${what}…` : "Loading…"}
    </p>
  );
}

interface ErrorProps {
  readonly fault: Fault;
  readonly retry?: (() => void) | undefined;
}

/** What happened and what to do, as the operation says it. */
export function ErrorState({ fault, retry }: ErrorProps) {
  return (
    <div class="state error" role="alert">
      <p class="state-title">{fault.message}</p>
      {fault.remedy ? <p>{withCode(fault.remedy)}</p> : null}
      <BothTexts fault={fault} />
      {retry ? (
        <button type="button" onClick={retry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

/** A conflict: what is there now, and what the page saw before. */
function BothTexts({ fault: { code, details = {} } }: { readonly fault: Fault }) {
  const { current, expected } = details;
  if (code !== "write_conflict" || typeof current !== "string") return null;
  return (
    <div class="both-texts">
      {typeof expected === "string" ? (
        <section>
          <h4>What this page showed</h4>
          <pre class="raw">{expected}</pre>
        </section>
      ) : null}
      <section>
        <h4>What the file has now</h4>
        <pre class="raw">{current}</pre>
      </section>
    </div>
  );
}

interface PendingProps {
  readonly of: Pick<Loaded<unknown>, "fault" | "isLoading" | "reload">;
  readonly what?: string;
}

/** What to show while there is no answer yet: loading, or why there is none. */
export function Pending({ of, what }: PendingProps) {
  if (of.fault) return <ErrorState fault={of.fault} retry={of.reload} />;
  return what ? <LoadingState what={what} /> : <LoadingState />;
}

/** Sentences of operations put commands in backquotes. */
export function withCode(text: string): ComponentChildren {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? <code key={`${index}`}>{part}</code> : part));
}
