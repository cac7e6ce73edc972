import { session } from "../../api/client.ts";
import type { Output } from "../../api/transport.ts";
import { Runs, useRuns } from "../../components/runs.tsx";
import { StartRun } from "../../components/start-run.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";

/** The runs of steps of this item; their logs and questions are in Activity. */
export function ItemRuns({ work: { path, id } }: { readonly work: Output<"show_work"> }) {
  const runs = useRuns();
  if (!runs.data) return <Pending of={runs} what="the runs" />;
  const folder = path.slice(path.lastIndexOf("/") + 1);
  const own = runs.data.runs.filter(({ work }) => work === folder);
  return (
    <>
      {session.value?.mayWrite ? <StartRun work={path} onStarted={runs.reload} /> : null}
      {own.length === 0 ? (
        <EmptyState title="No runs yet">
          A run does one step with an agent: <code>hewto work run {id}</code>.
        </EmptyState>
      ) : (
        <Runs runs={own} onCanceled={runs.reload} />
      )}
    </>
  );
}
