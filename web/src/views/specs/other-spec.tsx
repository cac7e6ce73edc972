import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { CopyButton } from "../../components/copy.tsx";
import { EvidenceBadge } from "../../components/evidence.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { LeafEvidence } from "./requirement.tsx";

/** A specification of SpecMan: its constraint groups and their statements. */
export function OtherSpec({ id }: { readonly id: string }) {
  const trace = useOperation("trace", { spec: id });
  if (!trace.data) return <Pending of={trace} what={id} />;
  const groups = trace.data.formats.flatMap(({ specs }) => specs.flatMap(({ requirements }) => requirements));
  const file = groups[0]?.leaves[0]?.file;
  if (groups.length === 0)
    return <EmptyState title={`No spec is called “${id}”`}>It may have been renamed.</EmptyState>;
  return (
    <>
      <header class="item-head">
        <p class="crumbs">
          <a href={href("specs")}>Specs</a> / <span>{id}</span>
        </p>
        <h1 dir="auto">{id}</h1>
        {file ? (
          <p class="facts">
            <code class="muted">{file}</code> <CopyButton text={file} label="Copy path" />
          </p>
        ) : null}
      </header>
      {groups.map(({ address, name, leaves }) => (
        <section key={address} class="requirement" data-row tabIndex={-1}>
          <h2 dir="auto">{name}</h2>
          {leaves.map((leaf) => (
            <div key={leaf.address} class="statement">
              <p dir="auto">
                {leaf.text} <EvidenceBadge state={leaf.state} reason={leaf.reason} />
              </p>
              <LeafEvidence leaf={leaf} hasState />
            </div>
          ))}
        </section>
      ))}
    </>
  );
}
