import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Findings } from "../../components/findings.tsx";
import { Redline, type RedlineRow } from "../../components/redline.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";

/** What archiving would change in the specs, valid or not. */
export function Redlines({ id }: { readonly id: string }) {
  const change = useOperation("get_change", { change_id: id, diff: true });
  if (!change.data) return <Pending of={change} what="the redline" />;
  const { redlines = [], refused = [] } = change.data;
  return (
    <>
      {refused.length > 0 ? (
        <section class="note warn">
          <h2>Archiving would be refused</h2>
          <Findings findings={refused} />
        </section>
      ) : null}
      <RedlineList redlines={redlines} />
    </>
  );
}

export function RedlineList({ redlines }: { readonly redlines: readonly RedlineRow[] }) {
  if (redlines.length === 0) {
    return (
      <EmptyState title="No requirement changes">
        A change says what it does to requirements in its <code>specs/</code> folder.
      </EmptyState>
    );
  }
  return (
    <div class="redlines">
      {redlines.map((row) => (
        <Redline
          key={`${row.spec_id} ${row.operation} ${row.requirement}`}
          row={row}
          href={
            row.operation === "added"
              ? undefined
              : href("specs", [row.spec_id], { requirement: row.requirement })
          }
        />
      ))}
    </div>
  );
}
