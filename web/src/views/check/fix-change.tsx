import { useState } from "preact/hooks";
import { call, session } from "../../api/client.ts";
import { type Fault, faultFrom, type Output } from "../../api/transport.ts";
import { CommandChip } from "../../components/command-chip.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState, ErrorState, LoadingState, withCode } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";

type Fix = Output<"changes_fix">;

/** What is mechanical in a change can be repaired here, after a look at the diff. */
export function FixChange({ change }: { readonly change: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="plain" onClick={() => setOpen(true)}>
        Fix…
      </button>
      {isOpen ? <FixDialog change={change} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function FixDialog({ change, onClose }: { readonly change: string; readonly onClose: () => void }) {
  const [preview, setPreview] = useState<Fix | Fault | undefined>(undefined);
  const mayWrite = session.value?.mayWrite === true;
  const run = (mode: "preview" | "persist") => call("changes_fix", { change_id: change, mode });
  if (preview === undefined) run("preview").then(setPreview, (thrown) => setPreview(faultFrom(thrown)));
  const write = async () => {
    try {
      await run("persist");
      toast(`Repaired ${change}.`, "good");
      onClose();
    } catch (thrown) {
      setPreview(faultFrom(thrown));
    }
  };
  const canWrite = preview !== undefined && "files" in preview && preview.files.length > 0;
  return (
    <Dialog
      title={`Fix ${change}`}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <CommandChip operation="changes_fix" input={{ change_id: change, yes: true }} />
          {mayWrite ? (
            <button type="button" class="primary" disabled={!canWrite} onClick={write}>
              Write the repairs
            </button>
          ) : (
            <span class="muted">
              This page is read-only. Start it with <code>--write</code>, or run the command.
            </span>
          )}
        </>
      }
    >
      <Preview of={preview} />
    </Dialog>
  );
}

function Preview({ of: preview }: { readonly of: Fix | Fault | undefined }) {
  if (preview === undefined) return <LoadingState what="the repairs" />;
  if ("code" in preview) return <ErrorState fault={preview} />;
  const { files, remaining, notes = [] } = preview;
  return (
    <>
      {files.length === 0 ? <EmptyState title="Nothing here can be repaired mechanically" /> : null}
      {files.map(({ path, diff }) => (
        <section key={path}>
          <h3>{path}</h3>
          <pre class="raw">{diff}</pre>
        </section>
      ))}
      {remaining.length === 0 ? null : (
        <>
          <h3>Left for you</h3>
          <ul>
            {remaining.map(({ file, line, message }) => (
              <li key={`${file}${line}${message}`}>
                <code>
                  {file}:{line}
                </code>{" "}
                {withCode(message)}
              </li>
            ))}
          </ul>
        </>
      )}
      {notes.map((note) => (
        <p key={note} class="muted">
          {withCode(note)}
        </p>
      ))}
    </>
  );
}
