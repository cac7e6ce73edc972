import { Badge } from "./badge.tsx";
import { withCode } from "./states.tsx";

/** The one shape of what is wrong somewhere. */
export interface FindingRow {
  readonly rule: string;
  readonly severity: "error" | "warning" | "note";
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly fix?: string | undefined;
}

const tones = { error: "bad", warning: "warn", note: "plain" } as const;

export function Findings({ findings }: { readonly findings: readonly FindingRow[] }) {
  return (
    <ul class="findings">
      {findings.map(({ rule, severity, file, line, message, fix }) => (
        <li key={`${rule} ${file} ${line} ${message}`}>
          <Badge tone={tones[severity]}>{severity}</Badge>{" "}
          <span dir="auto">
            {withCode(message)} {fix ? <span class="muted">{withCode(fix)}</span> : null}
          </span>{" "}
          <code class="muted">
            {file}:{line}
          </code>{" "}
          <span class="muted">{rule}</span>
        </li>
      ))}
    </ul>
  );
}
