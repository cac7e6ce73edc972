import type { Output } from "../../api/transport.ts";
import { Badge } from "../../components/badge.tsx";
import { withCode } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";

/** What the standard and the security scan say about the files of skills. */
export function ScanFindings({
  of: { errors, warnings, notes, summary },
}: {
  readonly of: Output<"skills_validate">;
}) {
  const rows = [
    ...errors.map((each) => ({ ...each, tone: "bad", name: "error" }) as const),
    ...warnings.map((each) => ({ ...each, tone: "warn", name: "warning" }) as const),
    ...notes.map((each) => ({ ...each, tone: "plain", name: "note" }) as const),
  ];
  return (
    <section>
      <h2>
        Standard and security scan <span class="count">{rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <p class="muted">{summary}</p>
      ) : (
        <Table
          caption="Findings of the standard and of the security scan"
          rows={rows}
          rowKey={({ rule, file, line, message }) => `${rule} ${file} ${line} ${message}`}
          columns={[
            {
              title: "Severity",
              kind: "narrow",
              cell: ({ tone, name }) => <Badge tone={tone}>{name}</Badge>,
            },
            {
              title: "Finding",
              kind: "wide",
              cell: ({ message, fix, file, line }) => (
                <>
                  <p dir="auto">{withCode(message)}</p>
                  {fix ? <p class="muted">{withCode(fix)}</p> : null}
                  <code class="muted">
                    {file}:{line}
                  </code>
                </>
              ),
            },
            { title: "Rule", kind: "narrow", cell: ({ rule }) => <span class="muted">{rule}</span> },
          ]}
        />
      )}
    </section>
  );
}
