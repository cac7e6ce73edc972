import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Age } from "../../components/age.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";

type Commit = Output<"work_log">["commits"][number];

/** The commits that touched an item, and what is not committed yet. */
export function History({ id }: { readonly id: string }) {
  const log = useOperation("work_log", { id, limit: 200 });
  if (!log.data) return <Pending of={log} what="the commits" />;
  const { tracked, commits, has_more, uncommitted } = log.data;
  if (!tracked) {
    return (
      <EmptyState title="No history yet">The history comes from git, and git has no commit here.</EmptyState>
    );
  }
  return (
    <div class="history">
      {uncommitted.length > 0 ? (
        <details class="uncommitted">
          <summary>
            {uncommitted.length === 1 ? "1 file is" : `${uncommitted.length} files are`} not committed
          </summary>
          <FileList files={uncommitted} />
        </details>
      ) : null}
      {commits.length === 0 ? (
        <EmptyState title="No commit touched this item yet">It appears here once it is committed.</EmptyState>
      ) : (
        <Table
          caption="Commits, the last one first"
          rows={commits}
          rowKey={({ commit }) => commit}
          columns={[
            { title: "Commit", kind: "narrow", cell: ({ commit }) => <code>{commit}</code> },
            { title: "What", kind: "wide", cell: (commit) => <What commit={commit} /> },
            { title: "Author", kind: "narrow", cell: ({ author }) => <bdi>{author}</bdi> },
            { title: "When", kind: "narrow", cell: ({ date }) => <Age date={date} /> },
          ]}
        />
      )}
      {has_more ? (
        <p class="muted">
          Earlier commits are not shown: <code>hewto work log {id} --limit 500</code>
        </p>
      ) : null}
    </div>
  );
}

function What({ commit: { subject, files, files_left_out } }: { readonly commit: Commit }) {
  const number = files.length + files_left_out;
  return (
    <details>
      <summary>
        <span dir="auto">{subject}</span>{" "}
        <span class="muted">{number === 1 ? "1 file" : `${number} files`}</span>
      </summary>
      <FileList files={files} />
      {files_left_out > 0 ? <p class="muted">{files_left_out} more</p> : null}
    </details>
  );
}

function FileList({ files }: { readonly files: readonly string[] }) {
  return (
    <ul class="plain-list">
      {files.map((file) => (
        <li key={file}>
          <code>{file}</code>
        </li>
      ))}
    </ul>
  );
}
