import type { Output } from "../../api/transport.ts";
import { href } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { EvidenceBadge } from "../../components/evidence.tsx";
import { Markdown } from "../../components/markdown.tsx";

type Requirement = Output<"specs_show">["requirements"][number];
export type Leaf = Output<"trace_requirement">["leaves"][number];
type Blame = Output<"blame_spec">;

interface RequirementProps {
  readonly spec: string;
  readonly requirement: Requirement;
  readonly leaves: readonly Leaf[] | undefined;
  readonly blame: Blame | undefined;
}

export function RequirementSection({ spec, requirement, leaves = [], blame }: RequirementProps) {
  const { name, description, scenarios } = requirement;
  const own = leaves.filter(({ kind }) => kind !== "scenario");
  return (
    <section class="requirement" data-requirement={name}>
      <h2 dir="auto">
        <a href={href("specs", [spec], { requirement: name })}>{name}</a>
      </h2>
      <Markdown text={description} headings={3} />
      {own.map((leaf) => (
        <LeafEvidence key={leaf.address} leaf={leaf} />
      ))}
      {scenarios.map((scenario) => {
        const leaf = leaves.find((each) => each.kind === "scenario" && each.name === scenario.name);
        return (
          <details key={scenario.name} class="scenario" open>
            <summary dir="auto">
              {scenario.name} {leaf ? <EvidenceBadge state={leaf.state} reason={leaf.reason} /> : null}
            </summary>
            <ul class="steps-list">
              {scenario.steps.map(({ keyword, text, line }) => (
                <li key={line} dir="auto">
                  <span class="keyword">{keyword}</span> {text}
                </li>
              ))}
            </ul>
            {scenario.notes ? <Markdown text={scenario.notes} headings={4} /> : null}
            {leaf ? <LeafEvidence leaf={leaf} hasState /> : null}
          </details>
        );
      })}
      <History name={name} blame={blame} />
    </section>
  );
}

/** The code and the tests that are linked to a text, with their newest results. */
export function LeafEvidence({
  leaf,
  hasState = false,
}: {
  readonly leaf: Leaf;
  readonly hasState?: boolean;
}) {
  const { state, reason, tests, code } = leaf;
  return (
    <ul class="evidence-list">
      {tests.length + code.length === 0 ? (
        <li class="muted">
          {hasState ? null : <EvidenceBadge state={state} />} {reason}
        </li>
      ) : null}
      {code.map(({ file, line, symbol, role }) => (
        <li key={`${file}:${line}`}>
          <Badge>{role === "implements" ? "code" : role}</Badge> {symbol ? <code>{symbol}</code> : null}{" "}
          <code class="muted">
            {file}:{line}
          </code>
        </li>
      ))}
      {tests.map(({ test, file, line, status, fresh }) => (
        <li key={test}>
          <Badge tone={status === "passed" ? "good" : status === "failed" ? "bad" : "plain"}>
            {status ?? "no result"}
          </Badge>{" "}
          <span dir="auto">{test.slice(test.indexOf("#") + 1)}</span>{" "}
          <code class="muted">
            {file}:{line}
          </code>
          {fresh === false ? <span class="muted"> (older than the sources)</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** The archived changes that brought the text, the last one first, with their reason. */
function History({ name, blame }: { readonly name: string; readonly blame: Blame | undefined }) {
  const entry = blame?.requirements.find((each) => each.name === name);
  if (!entry || (entry.history.length === 0 && !entry.commit)) return null;
  const changes = new Map(blame?.changes.map((change) => [change.change_id, change]));
  return (
    <ul class="history">
      {[...entry.history].reverse().map(({ change_id, operation }) => {
        const change = changes.get(change_id);
        return (
          <li key={`${change_id} ${operation}`}>
            <span class="muted">{operation} by</span>{" "}
            <a href={href("work", [change_id])} dir="auto">
              {change?.title ?? change_id}
            </a>{" "}
            <span class="muted">{change?.archived_on}</span>
            {change?.why ? (
              <span class="muted" dir="auto">
                {" "}
                {change.why}
              </span>
            ) : null}
          </li>
        );
      })}
      {entry.history.length === 0 && entry.commit ? (
        <li class="muted">
          first in <code>{entry.commit.id.slice(0, 9)}</code> {entry.commit.date.slice(0, 10)}{" "}
          <span dir="auto">{entry.commit.subject}</span>
        </li>
      ) : null}
    </ul>
  );
}
