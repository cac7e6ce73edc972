import { session } from "../../api/client.ts";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { isLog, Runs, useRuns } from "../../components/runs.tsx";
import { StartRun } from "../../components/start-run.tsx";
import { ErrorState, Pending } from "../../components/states.tsx";
import type { ViewProps } from "../table.ts";
import { Calls } from "./calls.tsx";
import { Questions } from "./questions.tsx";
import { RunLog } from "./run-log.tsx";
import "./activity.css";

export function View({ path, query }: ViewProps) {
  const runs = useRuns();
  const [kind, id] = path;
  const tab = query["tab"] ?? "calls";
  return (
    <div class="activity-view">
      <header class="view-head">
        <h1>Activity</h1>
        <nav class="tabs" aria-label="Parts of the activity">
          <a
            href={href("activity")}
            aria-current={kind === undefined && tab === "calls" ? "page" : undefined}
          >
            Calls
          </a>
          <a
            href={href("activity", [], { tab: "runs" })}
            aria-current={kind !== undefined || tab === "runs" ? "page" : undefined}
          >
            Runs{runs.data && runs.data.runs.length > 0 ? ` (${runs.data.runs.length})` : ""}
          </a>
        </nav>
      </header>
      {runs.data ? <Questions runs={runs.data.runs} onAnswered={runs.reload} /> : null}
      {kind === "run" && id !== undefined ? (
        <RunLog key={id} id={id} />
      ) : tab === "runs" ? (
        <RunsPart runs={runs} />
      ) : (
        <CallsPart />
      )}
    </div>
  );
}

function RunsPart({ runs }: { readonly runs: ReturnType<typeof useRuns> }) {
  if (!runs.data) return <Pending of={runs} what="runs" />;
  return (
    <>
      {session.value?.mayWrite ? <StartRun onStarted={runs.reload} /> : null}
      <Runs runs={runs.data.runs} onCanceled={runs.reload} />
    </>
  );
}

function CallsPart() {
  const calls = useOperation("list_calls", { limit: 300 }, { when: isLog });
  if (calls.fault && calls.data) return <ErrorState fault={calls.fault} retry={calls.reload} />;
  if (!calls.data) return <Pending of={calls} what="calls" />;
  return <Calls {...(calls.data satisfies Output<"list_calls">)} />;
}
