import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";

type Leaf = Output<"trace_requirement">["leaves"][number];

/** The specs that a change touches, and the code and tests that are linked to those requirements. */
export function Impact({ work }: { readonly work: Output<"show_work"> }) {
  const change = useOperation("get_change", { change_id: work.id, diff: true });
  if (!change.data) return <Pending of={change} what="the impact" />;
  const rows = (change.data.redlines ?? []).map(({ spec_id, requirement, from, operation }) => ({
    spec_id,
    name: from ?? requirement,
    operation,
  }));
  if (rows.length === 0) return <EmptyState title="This change touches no requirement" />;
  return (
    <div class="impact">
      {work.overlaps.length > 0 ? (
        <p>
          Other work on the same requirements:{" "}
          {work.overlaps.map((id) => (
            <a key={id} href={href("work", [id])}>
              {id}{" "}
            </a>
          ))}
        </p>
      ) : null}
      {rows.map(({ spec_id, name, operation }) => (
        <section key={`${spec_id} ${name} ${operation}`} data-row tabIndex={-1}>
          <h3 dir="auto">
            <a href={href("specs", [spec_id], { requirement: name })}>{name}</a>{" "}
            <span class="muted">
              {spec_id}, {operation}
            </span>
          </h3>
          {operation === "added" ? (
            <p class="muted">New: nothing is linked to it yet.</p>
          ) : (
            <Links spec={spec_id} name={name} />
          )}
        </section>
      ))}
    </div>
  );
}

function Links({ spec, name }: { readonly spec: string; readonly name: string }) {
  const trace = useOperation("trace", { spec });
  if (!trace.data) return <Pending of={trace} what="code and tests" />;
  const requirements = trace.data.formats.flatMap(({ specs }) => specs.flatMap((each) => each.requirements));
  return <LeafLinks leaves={requirements.find((each) => each.name === name)?.leaves ?? []} />;
}

function LeafLinks({ leaves }: { readonly leaves: readonly Leaf[] }) {
  const tests = new Map(leaves.flatMap((leaf) => leaf.tests.map((test) => [test.test, test])));
  const code = new Map(
    leaves.flatMap((leaf) => leaf.code.map((each) => [`${each.file}:${each.line}`, each])),
  );
  if (tests.size === 0 && code.size === 0) return <p class="muted">No code or test is linked.</p>;
  return (
    <ul class="links">
      {[...code].map(([place, { symbol, role }]) => (
        <li key={place}>
          <Badge>{role === "implements" ? "code" : role}</Badge> {symbol ?? ""}{" "}
          <code class="muted">{place}</code>
        </li>
      ))}
      {[...tests.values()].map(({ test, file, line, status }) => (
        <li key={test}>
          <Badge tone={status === "passed" ? "good" : status === "failed" ? "bad" : "plain"}>
            {status ?? "test"}
          </Badge>{" "}
          <span dir="auto">{test.slice(test.indexOf("#") + 1)}</span>{" "}
          <code class="muted">
            {file}:{line}
          </code>
        </li>
      ))}
    </ul>
  );
}
