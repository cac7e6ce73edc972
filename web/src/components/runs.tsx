import { useEffect } from "preact/hooks";
import { session } from "../api/client.ts";
import type { Output } from "../api/transport.ts";
import { type Loaded, useOperation } from "../api/use-operation.ts";
import { href } from "../app/router.ts";
import { act } from "./action.tsx";
import { Age } from "./age.tsx";
import { Badge, type Tone } from "./badge.tsx";
import { EmptyState, withCode } from "./states.tsx";
import { Table } from "./table.tsx";
import { toast } from "./toast.tsx";

export const isLog = (paths: readonly string[]) => paths.some((path) => path.startsWith(".hewto/logs"));
/** A question of an agent is not in a file, so it is asked for. */
const pollMs = 1500;
const maxRuns = 100;

/** The runs, asked again while one of this page is active. */
export function useRuns(): Loaded<Output<"list_runs">> {
  const runs = useOperation("list_runs", { limit: maxRuns }, { when: isLog });
  const isActive =
    runs.data?.runs.some(({ state, live }) => live !== undefined && state === "running") ?? false;
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(runs.reload, pollMs);
    return () => clearInterval(timer);
  }, [isActive, runs.reload]);
  return runs;
}

export type Run = Output<"list_runs">["runs"][number];

export function toneOf(state: string): Tone {
  if (state === "done") return "good";
  if (state === "running") return "accent";
  return state === "cancelled" || state === "interrupted" ? "plain" : "bad";
}

export function Runs({
  runs,
  onCanceled,
}: {
  readonly runs: readonly Run[];
  readonly onCanceled: () => void;
}) {
  if (runs.length === 0) {
    return (
      <EmptyState title="No runs yet">
        <p>
          A run does one step of a change or feature with an agent: <code>hewto work run ITEM</code>.
        </p>
      </EmptyState>
    );
  }
  return (
    <Table
      caption="Runs, newest first"
      rows={runs}
      rowKey={({ id }) => id}
      columns={[
        {
          title: "Run",
          kind: "wide",
          cell: ({ id, step, work, live }) => (
            <>
              {live && live.message !== "" && id.startsWith("live-") ? (
                <strong>
                  {step} {work}
                </strong>
              ) : (
                <a href={href("activity", ["run", id])}>
                  {step} {work}
                </a>
              )}
              {live?.progress ? <p class="muted">{live.progress}</p> : null}
              {live?.message ? <p dir="auto">{withCode(live.message)}</p> : null}
            </>
          ),
        },
        { title: "State", kind: "narrow", cell: ({ state }) => <Badge tone={toneOf(state)}>{state}</Badge> },
        { title: "Agent", kind: "narrow", cell: ({ agent }) => <span class="muted">{agent}</span> },
        {
          title: "Started",
          kind: "narrow",
          cell: ({ started }) => (started === "" ? null : <Age date={started} />),
        },
        {
          title: "Change",
          kind: "narrow",
          cell: (run) => <CancelButton run={run} onCanceled={onCanceled} />,
        },
      ]}
    />
  );
}

/** Only a run of this page can be canceled here; others belong to the terminal that started them. */
export function CancelButton({ run, onCanceled }: { readonly run: Run; readonly onCanceled: () => void }) {
  if (run.state !== "running") return null;
  if (run.live === undefined || session.value?.mayWrite !== true)
    return <span class="muted">{run.live ? "" : "started elsewhere"}</span>;
  return (
    <button
      type="button"
      onClick={async () => {
        if (await act("cancel_run", { id: run.id })) toast(`Canceling ${run.step} of ${run.work}.`);
        onCanceled();
      }}
    >
      Cancel
    </button>
  );
}
