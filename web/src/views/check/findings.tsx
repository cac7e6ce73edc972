import { useEffect, useRef } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { withCode } from "../../components/states.tsx";
import { FixChange } from "./fix-change.tsx";
import { asLine, type Finding, type Group } from "./groups.ts";

interface FindingsProps {
  readonly groups: readonly Group[];
  readonly by: "rule" | "file";
  /** The finding of the address: a rule, a file and a line. */
  readonly path: readonly string[];
}

/** More rows of one group are behind a button: nobody reads a thousand lines of the same. */
const maxRows = 100;

export function Findings({ groups, by, path }: FindingsProps) {
  const work = useOperation("list_work", { kind: "change", review: false, limit: 1000 });
  const changeOf = (file: string) =>
    work.data?.work.find(({ path: folder }) => file.startsWith(`${folder}/`))?.id;
  return (
    <div class="finding-groups">
      {groups.map((group) => (
        <details key={group.name} open={groups.length <= 12 || path[0] === group.name || isIn(group, path)}>
          <summary data-row tabIndex={0}>
            <Badge tone={group.severity === "error" ? "bad" : "warn"}>{group.severity}</Badge>{" "}
            <strong dir="auto">{group.name}</strong> <span class="count">{group.findings.length}</span>
          </summary>
          <ul>
            {group.findings.slice(0, maxRows).map((finding) => (
              <Row
                key={keyOf(finding)}
                finding={finding}
                by={by}
                isNamed={isNamed(finding, path)}
                change={finding.area === "changes" ? changeOf(finding.file) : undefined}
              />
            ))}
          </ul>
          {group.findings.length > maxRows ? (
            <p class="muted">
              {group.findings.length - maxRows} more are not shown. Filter by file, or run{" "}
              <code>hewto check</code>.
            </p>
          ) : null}
        </details>
      ))}
    </div>
  );
}

interface RowProps {
  readonly finding: Finding;
  readonly by: "rule" | "file";
  readonly isNamed: boolean;
  readonly change: string | undefined;
}

function Row({ finding, by, isNamed: isHere, change }: RowProps) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isHere) ref.current?.scrollIntoView({ block: "center" });
  }, [isHere]);
  const { rule, file, line, message, fix, severity } = finding;
  return (
    <li ref={ref} data-row class={isHere ? "here" : undefined}>
      <p>
        <a href={href("check", [rule, file, String(line)])} dir="ltr">
          <code>{by === "rule" ? `${file}:${line}` : `line ${line}`}</code>
        </a>{" "}
        {by === "file" ? <span class={severity === "error" ? "bad-text" : "muted"}>{rule}</span> : null}
      </p>
      <p dir="auto">{withCode(message)}</p>
      {fix === undefined || fix === "" ? null : (
        <p class="muted" dir="auto">
          {withCode(fix)}
        </p>
      )}
      <p class="row-actions">
        <CopyButton text={asLine(finding)} label="Copy as CI line" />
        {change === undefined ? null : <FixChange change={change} />}
      </p>
    </li>
  );
}

function keyOf({ rule, file, line, message }: Finding): string {
  return `${rule} ${file} ${line} ${message}`;
}

function isNamed(
  { rule, file, line }: Finding,
  [wantedRule, wantedFile, wantedLine]: readonly string[],
): boolean {
  return rule === wantedRule && file === wantedFile && String(line) === wantedLine;
}

function isIn({ findings }: Group, path: readonly string[]): boolean {
  return findings.some((finding) => isNamed(finding, path));
}
