import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { ProgressBar } from "../../components/badge.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";

export function View() {
  const status = useOperation("project_status", {});
  if (!status.data) return <Pending of={status} what="the project" />;
  const { in_flight } = status.data;
  return (
    <>
      <h1>Home</h1>
      {in_flight.length === 0 ? (
        <EmptyState title="Nothing is in flight" />
      ) : (
        <Table
          caption="Work in flight"
          rows={in_flight}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Work",
              kind: "wide",
              cell: ({ id, title }) => <a href={href("work", [id])}>{title}</a>,
            },
            {
              title: "Tasks",
              cell: ({ progress }) => <ProgressBar done={progress.completed} total={progress.total} />,
            },
          ]}
        />
      )}
    </>
  );
}
