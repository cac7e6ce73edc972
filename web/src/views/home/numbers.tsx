import type { ComponentChildren } from "preact";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";

/** Four numbers that are links. */
export function Numbers({ status }: { readonly status: Output<"project_status"> | undefined }) {
  if (!status) return <NumbersPending />;
  const { has, work_by_state, errors, warnings } = status;
  const states = Object.entries(work_by_state).map(([state, count]) => `${count} ${state.replace("_", " ")}`);
  return (
    <ul class="numbers" aria-label="At a glance">
      <Figure
        view="specs"
        value={has.requirements}
        label={has.requirements === 1 ? "requirement" : "requirements"}
      >
        in {has.specs} {has.specs === 1 ? "spec" : "specs"}
      </Figure>
      <Figure view="work" value={has.work} label="in flight">
        {states.join(", ") || "nothing started"}
      </Figure>
      <Figure
        view="check"
        value={errors}
        label={errors === 1 ? "error" : "errors"}
        tone={errors > 0 ? "bad" : undefined}
      >
        {warnings} {warnings === 1 ? "warning" : "warnings"}
      </Figure>
      <EvidenceFigure />
    </ul>
  );
}

/** Keeps its place, so that nothing jumps when the numbers arrive. */
function NumbersPending() {
  return (
    <ul class="numbers" aria-label="At a glance" aria-busy="true">
      {["requirements", "in flight", "errors", "verified"].map((label) => (
        <Figure key={label} value="…" label={label}>
          {"\u00a0"}
        </Figure>
      ))}
    </ul>
  );
}

function EvidenceFigure() {
  // One rare state keeps the answer small: the counts of all states are in it anyway.
  const trace = useOperation("trace", { state: ["retired"] });
  if (!trace.data)
    return (
      <Figure view="trace" value="…" label="verified">
        {"\u00a0"}
      </Figure>
    );
  const { live, verified, formats } = trace.data;
  const open = formats.reduce((sum, { states }) => sum + (states["open"] ?? 0), 0);
  return (
    <Figure view="trace" value={verified === undefined ? "–" : `${verified}/${live}`} label="verified">
      {verified === undefined ? "no test results added yet" : `${open} without a test`}
    </Figure>
  );
}

interface FigureProps {
  /** Where the number leads; undefined while it is not known. */
  readonly view?: string | undefined;
  readonly value: number | string;
  readonly label: string;
  readonly tone?: "bad" | undefined;
  readonly children?: ComponentChildren;
}

function Figure({ view, value, label, tone, children }: FigureProps) {
  const content = (
    <>
      <span class={tone ? `figure ${tone}` : "figure"}>{value}</span> <span>{label}</span>
      <span class="muted figure-note">{children}</span>
    </>
  );
  return <li>{view === undefined ? <div>{content}</div> : <a href={href(view)}>{content}</a>}</li>;
}
