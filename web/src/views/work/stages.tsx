import { useOperation } from "../../api/use-operation.ts";

const words = { done: "done", skipped: "skipped", ready: "next", blocked: "later" } as const;
const signs = { done: "✓", skipped: "–", ready: "●", blocked: "○" } as const;

/** The documents that the schema of a change asks for, in their order. */
export function Stages({ id }: { readonly id: string }) {
  const status = useOperation("change_status", { change_id: id });
  const artifacts = status.data?.artifacts ?? [];
  if (artifacts.length === 0) return null;
  return (
    <ol class="stages" aria-label={`Stages of the schema ${status.data?.schemaName ?? ""}`}>
      {artifacts.map((artifact) => (
        <li key={artifact.id} class={artifact.status}>
          <span aria-hidden="true">{signs[artifact.status]}</span> {artifact.id}
          <span class="visually-hidden"> ({words[artifact.status]})</span>
        </li>
      ))}
    </ol>
  );
}
