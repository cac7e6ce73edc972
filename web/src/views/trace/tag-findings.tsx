import type { Output } from "../../api/transport.ts";
import { Badge } from "../../components/badge.tsx";
import { EmptyState, withCode } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";

interface TagFindingsProps {
  readonly findings: Output<"trace">["findings"];
  readonly notes: readonly string[];
}

const maxShown = 500;

/** Orphan and malformed tags, records of requirements that are gone, names that mean two things. */
export function TagFindings({ findings, notes }: TagFindingsProps) {
  return (
    <>
      {findings.length === 0 ? (
        <EmptyState title="No problems with tags, links and records">
          Every tag in code and tests names a requirement that exists.
        </EmptyState>
      ) : (
        <Table
          caption="Problems with tags, links and records"
          rows={findings.slice(0, maxShown)}
          rowKey={({ file, line, rule, message }) => `${file}:${line}:${rule}:${message}`}
          columns={[
            { title: "Where", kind: "narrow", cell: ({ file, line }) => <bdi>{`${file}:${line}`}</bdi> },
            {
              title: "Problem",
              kind: "wide",
              cell: ({ message, fix }) => (
                <span dir="auto">
                  {withCode(message.slice(0, 2000))} {fix ? <span class="muted">{withCode(fix)}</span> : null}
                </span>
              ),
            },
            {
              title: "Rule",
              kind: "narrow",
              cell: ({ rule, severity }) => (
                <Badge tone={severity === "error" ? "bad" : "warn"}>{rule}</Badge>
              ),
            },
          ]}
        />
      )}
      {findings.length > maxShown ? (
        <p class="muted">
          … and {findings.length - maxShown} more: <code>hewto trace --json</code>
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note} class="muted" dir="auto">
          {withCode(note)}
        </p>
      ))}
    </>
  );
}
