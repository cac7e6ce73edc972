import { useEffect } from "preact/hooks";
import { isExport } from "../../api/client.ts";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Commentable } from "../../components/commentable.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { Pending } from "../../components/states.tsx";
import { OtherSpec } from "./other-spec.tsx";
import { RequirementSection } from "./requirement.tsx";

interface SpecProps {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

/** One spec: each requirement with its scenarios, evidence, open work and history. */
export function SpecPage({ id, query }: SpecProps) {
  if (query["format"] !== undefined) return <OtherSpec id={id} />;
  return <OpenSpecPage id={id} query={query} />;
}

function OpenSpecPage({ id, query }: SpecProps) {
  const spec = useOperation("specs_show", { spec_id: id });
  const trace = useOperation("trace", { spec: id });
  const blame = useOperation("blame_spec", { spec_id: id });
  const overview = useOperation("specs_overview", {});
  const file = spec.data?.path;
  const reviewed = useOperation(
    "list_review_comments",
    file === undefined ? undefined : { target: file, limit: 500 },
  );
  const wanted = query["requirement"];
  const isShown = spec.data !== undefined;
  useEffect(() => {
    if (isShown && wanted !== undefined)
      document
        .querySelector(`[data-requirement="${CSS.escape(wanted)}"]`)
        ?.scrollIntoView({ block: "start" });
  }, [wanted, isShown]);
  if (!spec.data) return <Pending of={spec} what={id} />;
  const { title, purpose, path, requirements, problems = [] } = spec.data;
  const traced = trace.data?.formats.flatMap(({ specs }) => specs.flatMap((each) => each.requirements)) ?? [];
  const open = (overview.data?.changes ?? []).filter(({ deltas }) =>
    deltas.some(({ spec_id }) => spec_id === id),
  );
  return (
    <>
      <header class="item-head">
        <p class="crumbs">
          <a href={href("specs")}>Specs</a> / <span>{id}</span>
        </p>
        <h1 dir="auto">{title}</h1>
        <Markdown text={purpose} />
        <p class="facts">
          <code class="muted">{path}</code> <CopyButton text={path} label="Copy path" />{" "}
          {isExport.value && !reviewed.data ? null : (
            <a href={href("reviews", [path.replace(/\/[^/]*$/, "")])}>{openText(reviewed.data?.open ?? 0)}</a>
          )}
        </p>
        <OpenWork id={id} changes={open} />
        {problems.map(({ rule, line, message, fix }) => (
          <p key={`${rule} ${line}`} class="note warn">
            Line {line}: {message} {fix}
          </p>
        ))}
      </header>
      <div class="spec">
        <nav class="toc" aria-label="Requirements">
          {requirements.map(({ name }) => (
            <a
              key={name}
              href={href("specs", [id], { requirement: name })}
              aria-current={name === wanted ? "true" : undefined}
              dir="auto"
              data-row
            >
              {name}
            </a>
          ))}
        </nav>
        <Commentable target={path} comments={reviewed.data?.comments ?? []} onAdded={reviewed.reload}>
          {requirements.map((requirement) => (
            <RequirementSection
              key={requirement.name}
              spec={id}
              requirement={requirement}
              leaves={traced.find(({ name }) => name === requirement.name)?.leaves}
              blame={blame.data}
            />
          ))}
        </Commentable>
      </div>
    </>
  );
}

function openText(open: number): string {
  if (open === 0) return "Review";
  return open === 1 ? "1 open comment" : `${open} open comments`;
}

type OpenChange = Output<"specs_overview">["changes"][number];

function OpenWork({ id, changes }: { readonly id: string; readonly changes: readonly OpenChange[] }) {
  if (changes.length === 0) return null;
  return (
    <p>
      <span class="muted">Open work on it:</span>{" "}
      {changes.map((change, index) => (
        <span key={change.id}>
          {index > 0 ? ", " : ""}
          <a href={href("work", [change.id], { tab: "redline" })} dir="auto">
            {change.title}
          </a>{" "}
          <span class="muted">{change.deltas.find(({ spec_id }) => spec_id === id)?.summary}</span>
        </span>
      ))}
    </p>
  );
}
