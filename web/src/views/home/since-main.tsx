import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";

/** What this branch changed. Left out where there is nothing to compare with. */
export function SinceMain() {
  const since = useOperation("work_since", {});
  if (!since.data) return null;
  const { specs, work, other_files, specs_left_out, work_left_out } = since.data;
  const isSame = specs.length === 0 && work.length === 0 && other_files === 0;
  return (
    <section class="since" aria-labelledby="since">
      <h2 id="since">
        Since <code>{since.data.since}</code>
      </h2>
      {isSame ? <p class="muted">Nothing changed.</p> : null}
      <ul>
        {specs.map((spec) => (
          <li key={spec.path}>
            <SpecChange spec={spec} />
          </li>
        ))}
        {specs_left_out > 0 ? <li class="muted">{specs_left_out} more specs</li> : null}
        {work.map(({ id, title, files }) => (
          <li key={id}>
            <a href={href("work", [id])} dir="auto">
              {title}
            </a>{" "}
            <span class="muted">{files === 1 ? "1 file" : `${files} files`}</span>
          </li>
        ))}
        {work_left_out > 0 ? <li class="muted">{work_left_out} more work items</li> : null}
        {other_files > 0 ? (
          <li class="muted">{other_files === 1 ? "1 other file" : `${other_files} other files`}</li>
        ) : null}
      </ul>
    </section>
  );
}

function SpecChange({ spec }: { readonly spec: Output<"work_since">["specs"][number] }) {
  const { id, path, status, added, modified, removed } = spec;
  const rows = [
    ...added.map((name) => ["+", name, "good"] as const),
    ...modified.map((name) => ["~", name, "accent"] as const),
    ...removed.map((name) => ["−", name, "bad"] as const),
  ];
  return (
    <>
      {id ? <a href={href("specs", [id])}>{id}</a> : <span>{path}</span>} <span class="muted">{status}</span>
      <ul>
        {rows.map(([sign, name, tone]) => (
          <li key={`${sign} ${name}`} dir="auto">
            <span class={`sign ${tone}`}>{sign}</span>{" "}
            {id && sign !== "−" ? <a href={href("specs", [id], { requirement: name })}>{name}</a> : name}
          </li>
        ))}
      </ul>
    </>
  );
}
