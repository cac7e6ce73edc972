import { isExport } from "../../api/client.ts";
import type { Fault } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Action } from "../../components/action.tsx";
import { Badge } from "../../components/badge.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { ErrorState, Pending } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { toast } from "../../components/toast.tsx";
import { History } from "./history.tsx";

interface ArchivedProps {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  /** What to say when it is not archived either. */
  readonly missing: Fault;
}

const archivedTabs = [
  { id: "read", title: "Files" },
  { id: "history", title: "History" },
];

/** A change in the archive: to read, and to take back. */
export function ArchivedItem({ id, query, missing }: ArchivedProps) {
  const change = useOperation("get_change", { change_id: id });
  if (change.fault) return <ErrorState fault={missing} />;
  if (!change.data) return <Pending of={change} what={id} />;
  const { title, archived_as, files = [] } = change.data;
  const first = files.includes("proposal.md") ? "proposal.md" : files[0];
  const name = query["file"] ?? first;
  return (
    <>
      <header class="item-head">
        <p class="crumbs">
          <a href={href("work")}>Work</a> / <span>{id}</span>
        </p>
        <h1 dir="auto">{title}</h1>
        <p class="facts">
          <Badge>archived</Badge> <code class="muted">{archived_as}</code>
        </p>
        <div class="buttons" hidden={isExport.value}>
          <Action
            label="Undo the archive"
            title={`Undo the archive of ${id}`}
            operation="changes_undo"
            input={{ change_id: id }}
            onDone={() => toast("The change is active again, and the specs are as they were.", "good")}
          >
            <p>Puts the change back among the active ones and restores the specs that it changed.</p>
          </Action>
        </div>
      </header>
      <Tabs label="Parts of this item" tabs={archivedTabs} />
      {query["tab"] === "history" ? (
        <History id={id} />
      ) : (
        <div class="files">
          <nav aria-label="Files">
            {files.map((file) => (
              <a
                key={file}
                href={href("work", [id], { file: file === first ? undefined : file })}
                aria-current={file === name ? "true" : undefined}
                data-row
              >
                {file}
              </a>
            ))}
          </nav>
          {name === undefined ? null : <ArchivedFile id={id} name={name} />}
        </div>
      )}
    </>
  );
}

function ArchivedFile({ id, name }: { readonly id: string; readonly name: string }) {
  const change = useOperation("get_change", { change_id: id, file: name });
  const file = change.data?.file;
  if (!file) return <Pending of={change} what={name} />;
  return /\.md$/i.test(name) ? <Markdown text={file.text} /> : <pre class="raw">{file.text}</pre>;
}
