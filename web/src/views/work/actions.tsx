import { useState } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { go, href } from "../../app/router.ts";
import { Action } from "../../components/action.tsx";
import { Findings } from "../../components/findings.tsx";
import { Pending } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";
import { RedlineList } from "./redlines.tsx";

/** Archives a change, after showing what that does to the specs. */
export function ArchiveButton({ id, isPrimary }: { readonly id: string; readonly isPrimary: boolean }) {
  const [allowsOpen, setAllowsOpen] = useState(false);
  const input = { id, ...(allowsOpen ? { allow_open_tasks: true } : {}) };
  return (
    <Action
      label="Archive"
      title={`Archive ${id}`}
      operation="work_archive"
      input={input}
      isPrimary={isPrimary}
      isWide
      onDone={({ archived_as }) => {
        toast(
          <>
            Archived as <code>{archived_as}</code>. <a href={href("work", [id])}>Undo is on its page.</a>
          </>,
          "good",
        );
        go(href("work"));
      }}
    >
      <ArchivePreview id={id} allowsOpen={allowsOpen} onAllow={setAllowsOpen} />
    </Action>
  );
}

interface PreviewProps {
  readonly id: string;
  readonly allowsOpen: boolean;
  readonly onAllow: (allows: boolean) => void;
}

function ArchivePreview({ id, allowsOpen, onAllow }: PreviewProps) {
  // With open tasks allowed it says what else is in the way; the box below is about the tasks.
  const preview = useOperation("archive_change", { change_id: id, mode: "preview", allow_open_tasks: true });
  if (!preview.data) return <Pending of={preview} what="the preview" />;
  const { refused = [], open_tasks, specs, redlines, totals, untested = [], notes = [] } = preview.data;
  return (
    <>
      <p>
        {totals.added} added, {totals.modified} modified, {totals.removed} removed, {totals.renamed} renamed
        in {specs.length === 1 ? "1 spec" : `${specs.length} specs`}.
      </p>
      {open_tasks.length > 0 ? (
        <p>
          <label>
            <input
              type="checkbox"
              checked={allowsOpen}
              onChange={(event) => onAllow(event.currentTarget.checked)}
            />{" "}
            Archive with {open_tasks.length === 1 ? "1 open task" : `${open_tasks.length} open tasks`}
          </label>
        </p>
      ) : null}
      {refused.length > 0 ? (
        <section class="note warn">
          <h3>Archiving would be refused</h3>
          <Findings findings={refused} />
        </section>
      ) : null}
      {untested.length > 0 ? (
        <details>
          <summary>{untested.length} scenarios become live without a test</summary>
          <ul>
            {untested.map(({ address, name }) => (
              <li key={address} dir="auto">
                {name} <code class="muted">{address}</code>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {notes.map((note) => (
        <p key={note} class="muted">
          {note}
        </p>
      ))}
      <RedlineList redlines={redlines} />
    </>
  );
}

/** Repairs what is mechanical, after showing the lines. */
export function FixButton({ id }: { readonly id: string }) {
  return (
    <Action
      label="Fix"
      title={`Fix ${id}`}
      operation="changes_fix"
      input={{ change_id: id, mode: "persist" }}
      command={{ change_id: id, yes: true }}
      isWide
      onDone={({ repairs }) =>
        toast(`${repairs.length === 1 ? "1 repair" : `${repairs.length} repairs`} written.`, "good")
      }
    >
      <FixPreview id={id} />
    </Action>
  );
}

function FixPreview({ id }: { readonly id: string }) {
  const preview = useOperation("changes_fix", { change_id: id, mode: "preview" });
  if (!preview.data) return <Pending of={preview} what="the preview" />;
  const { repairs, files, remaining } = preview.data;
  return (
    <>
      <p>
        {repairs.length === 0 ? "Nothing here can be fixed mechanically." : "These lines would be written:"}
      </p>
      {files.map(({ path, diff }) => (
        <section key={path}>
          <h3>{path}</h3>
          <pre class="raw">{diff}</pre>
        </section>
      ))}
      {remaining.length > 0 ? (
        <>
          <h3>Left for a person</h3>
          <Findings findings={remaining} />
        </>
      ) : null}
    </>
  );
}

/** Says that a person has brought the spec's newer text into the change. */
export function RebaseButton({ id }: { readonly id: string }) {
  return (
    <Action
      label="Mark as up to date"
      title={`Rebase ${id}`}
      operation="changes_rebase"
      input={{ change_id: id }}
      onDone={() => toast("The change now counts from the current text of the specs.", "good")}
    >
      <p>
        Do this after you have brought the spec's current text into the change. From then on the change counts
        as written against the specs as they are now, and what it says replaces them.
      </p>
    </Action>
  );
}
