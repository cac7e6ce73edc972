import type { Output } from "../../api/transport.ts";
import { type Loaded, useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Age } from "../../components/age.tsx";
import { ProgressBar } from "../../components/badge.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { stateNames, WorkMarks, workAddress } from "../../components/work-row.tsx";
import { FirstVisit } from "./first-visit.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { Numbers } from "./numbers.tsx";
import { SinceMain } from "./since-main.tsx";
import "./home.css";

const shownWork = 12;

export function View() {
  // The list without a validation is there at once; the status and the verdicts follow, so that they do not delay it.
  const work = useOperation("list_work", { sort: "recent", limit: shownWork, review: false });
  const isListed = work.data !== undefined || work.fault !== undefined;
  const status = useOperation("project_status", isListed ? {} : undefined);
  if (status.fault) return <Pending of={status} />;
  const { data } = status;
  const isNew =
    data !== undefined && data.has.specs === 0 && data.has.requirements === 0 && data.has.work === 0;
  return (
    <div class="home">
      <header class="page-head">
        <h1>Home</h1>
        <p class="muted">
          {data?.branch ? (
            <>
              on <code>{data.branch}</code>
            </>
          ) : null}{" "}
          {data?.formats.join(", ")}
        </p>
      </header>
      {isNew ? (
        <FirstVisit status={data} />
      ) : (
        <>
          <Numbers status={data} />
          <div class="home-columns">
            <div>
              <NeedsYou status={data} />
              <InFlight listed={work} hasVerdicts={data !== undefined} />
            </div>
            {isListed ? <SinceMain /> : null}
          </div>
        </>
      )}
    </div>
  );
}

interface InFlightProps {
  readonly listed: Loaded<Listed>;
  readonly hasVerdicts: boolean;
}

function InFlight({ listed, hasVerdicts }: InFlightProps) {
  const reviewed = useOperation("list_work", hasVerdicts ? { sort: "recent", limit: shownWork } : undefined);
  const data = reviewed.data ?? listed.data;
  return (
    <section aria-labelledby="in-flight">
      <h2 id="in-flight">Work in flight</h2>
      {data ? <InFlightTable {...data} /> : <Pending of={listed} what="the work" />}
    </section>
  );
}

type Listed = Output<"list_work">;

function InFlightTable({ work, left_out }: Listed) {
  if (work.length === 0) {
    return (
      <EmptyState title="Nothing is in flight">
        Start a change with <code>hewto changes new ID</code>, or ask your agent for one.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption="Work in flight, last written first"
        rows={work}
        rowKey={({ path }) => path}
        columns={[
          {
            title: "Work",
            kind: "wide",
            cell: (item) => (
              <>
                <a href={workAddress(item, work)} dir="auto">
                  {item.title}
                </a>{" "}
                <span class="muted">{item.label}</span> <WorkMarks {...item} />
              </>
            ),
          },
          { title: "State", kind: "narrow", cell: ({ state }) => stateNames[state] },
          {
            title: "Tasks",
            kind: "narrow",
            cell: ({ progress }) => <ProgressBar done={progress.completed} total={progress.total} />,
          },
          { title: "Touched", kind: "narrow", cell: ({ modified }) => <Age date={modified} /> },
        ]}
      />
      {left_out > 0 ? (
        <p>
          <a href={href("work")}>{left_out} more on the board</a>
        </p>
      ) : null}
    </>
  );
}
