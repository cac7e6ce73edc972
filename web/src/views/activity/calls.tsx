import type { Output } from "../../api/transport.ts";
import { href, route } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";

type Call = Output<"list_calls">["calls"][number];

/** The calls of agents, newest first. A line appears when its call has ended. */
export function Calls({ calls, left_out, recorded }: Output<"list_calls">) {
  const client = route.value.query["client"];
  const shown = client === undefined ? calls : calls.filter((call) => call.client === client);
  const clients = [...new Set(calls.map((call) => call.client))].filter((name) => name !== "");
  if (calls.length === 0) {
    return (
      <EmptyState title="No calls yet">
        <p>
          {recorded
            ? "Calls of agents in this workspace appear here as they end. Agents that were connected before this page was opened for the first time are shown from now on."
            : "The folder .hewto cannot be written, so servers cannot show their calls here."}
        </p>
        <p>
          Connect an agent with <code>hewto install</code>.
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      {clients.length > 1 ? (
        <p class="filters">
          <a href={href("activity")} aria-current={client === undefined ? "true" : undefined}>
            All
          </a>
          {clients.map((name) => (
            <a
              key={name}
              href={href("activity", [], { client: name })}
              aria-current={client === name ? "true" : undefined}
            >
              {name}
            </a>
          ))}
        </p>
      ) : null}
      <Table
        caption="Calls of agents, newest first"
        rows={shown}
        rowKey={({ ts, session, tool, event }) => `${ts} ${session} ${tool ?? ""} ${event}`}
        columns={[
          { title: "Time", kind: "narrow", cell: ({ ts }) => <Time at={ts} /> },
          { title: "Agent", kind: "narrow", cell: (call) => <Agent call={call} /> },
          { title: "Call", kind: "narrow", cell: ({ tool, event }) => <code>{tool ?? event}</code> },
          {
            title: "Outcome",
            kind: "narrow",
            cell: ({ outcome, event }) =>
              event === "initialize" ? (
                <span class="muted">connected</span>
              ) : (
                <Badge tone={outcome === "ok" ? "good" : outcome === "cancelled" ? "plain" : "bad"}>
                  {outcome}
                </Badge>
              ),
          },
          { title: "Took", kind: "number", cell: ({ ms }) => durationOf(ms) },
          { title: "Touched", kind: "wide", cell: ({ artifacts }) => <Touched paths={artifacts} /> },
        ]}
      />
      {left_out > 0 ? <p class="muted">{left_out} earlier calls are in the log.</p> : null}
    </>
  );
}

function durationOf(ms: number | undefined): string {
  if (ms === undefined) return "";
  return ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}

function Agent({ call: { client, session } }: { readonly call: Call }) {
  return client === "" ? (
    <span class="muted">unknown</span>
  ) : (
    <a href={href("activity", [], { client })} title={`Session ${session}`}>
      {client}
    </a>
  );
}

export function Time({ at }: { readonly at: string }) {
  const date = new Date(at);
  const isValid = !Number.isNaN(date.getTime());
  return (
    <time dateTime={at} title={at} class="muted">
      {isValid ? date.toLocaleTimeString([], { hour12: false }) : at}
    </time>
  );
}

function Touched({ paths }: { readonly paths: readonly string[] }) {
  const [first, ...others] = paths;
  if (first === undefined) return null;
  return (
    <span class="muted" title={paths.join("\n")}>
      <code>{first}</code>
      {others.length > 0 ? ` and ${others.length} more` : ""}
    </span>
  );
}
