import { useEffect, useRef, useState } from "preact/hooks";
import { call, onEvent } from "../../api/client.ts";
import { type Fault, faultFrom, type Output } from "../../api/transport.ts";
import { href } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { toneOf } from "../../components/runs.tsx";
import { ErrorState, LoadingState } from "../../components/states.tsx";
import { Time } from "./calls.tsx";

type Shown = Output<"show_run">;
type Line = Shown["lines"][number];

const maxLines = 5000;

/** The log of a run; what is added appears at its end. */
export function RunLog({ id }: { readonly id: string }) {
  const [run, setRun] = useState<Shown | undefined>(undefined);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [fault, setFault] = useState<Fault | undefined>(undefined);
  const [isFull, setFull] = useState(false);
  const next = useRef<number | undefined>(undefined);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isBusy = false;
    const read = async () => {
      if (isBusy) return;
      isBusy = true;
      try {
        const part = await call("show_run", next.current === undefined ? { id } : { id, from: next.current });
        next.current = part.next;
        setRun(part);
        if (part.lines.length > 0) setLines((before) => [...before, ...part.lines].slice(-maxLines));
      } catch (thrown) {
        setFault(faultFrom(thrown));
      } finally {
        isBusy = false;
      }
    };
    read();
    return onEvent((event) => {
      if (event.kind === "files" && event.paths.some((path) => path.startsWith(".hewto/logs"))) read();
    });
  }, [id]);
  useEffect(() => {
    if (run?.state === "running") end.current?.scrollIntoView({ block: "nearest" });
  }, [lines.length]);
  if (fault) return <ErrorState fault={fault} />;
  if (!run) return <LoadingState what="the log" />;
  const shown = isFull ? lines : lines.filter(({ kind }) => kind !== "RPC" && kind !== "");
  return (
    <section aria-label={`Run ${id}`}>
      <p>
        <a href={href("activity", [], { tab: "runs" })}>Runs</a> /{" "}
        <strong>{`${run.step} ${run.work}`}</strong> <Badge tone={toneOf(run.state)}>{run.state}</Badge>{" "}
        <span class="muted">{run.agent}</span>
      </p>
      <p>
        <label>
          <input
            type="checkbox"
            checked={isFull}
            onChange={(event) => setFull(event.currentTarget.checked)}
          />{" "}
          Show the messages between Hewto and the agent
        </label>
      </p>
      {run.skipped > 0 ? <p class="muted">The beginning of the log is not shown.</p> : null}
      <div class="log" role="log" aria-label="Output of the run">
        {shown.map(({ time, kind, text }, index) => (
          <div key={`${index}`} class={`line ${kind.toLowerCase()}`}>
            {time === "" ? null : <Time at={time} />} <span dir="auto">{text}</span>
          </div>
        ))}
        <div ref={end} />
      </div>
    </section>
  );
}
