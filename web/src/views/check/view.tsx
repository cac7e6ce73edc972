import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { setQuery } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { CommandChip } from "../../components/command-chip.tsx";
import { EmptyState, Pending, withCode } from "../../components/states.tsx";
import type { ViewProps } from "../table.ts";
import { Findings } from "./findings.tsx";
import { grouped, matching } from "./groups.ts";
import "./check.css";

export function View({ path, query }: ViewProps) {
  const since = query["since"];
  const input = since === undefined ? {} : { changed_since: since };
  const check = useOperation("check", input);
  return (
    <div class="check-view">
      <header class="view-head">
        <h1>Check</h1>
        {check.data ? <Verdict of={check.data} /> : null}
        <CommandChip operation="check" input={input} />
      </header>
      <BranchSwitch since={since} />
      {check.data && !check.fault ? (
        <Report report={check.data} path={path} query={query} />
      ) : (
        <Pending of={check} what="findings" />
      )}
    </div>
  );
}

function Verdict({ of: { errors, warnings, left_out } }: { readonly of: Output<"check"> }) {
  const tone = errors > 0 ? "bad" : warnings > 0 ? "warn" : "good";
  const text =
    errors + warnings === 0
      ? "No problems found"
      : `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
  return (
    <p role="status">
      <Badge tone={tone}>{text}</Badge>
      {left_out > 0 ? (
        <span class="muted"> {left_out} more in files that the branch does not change</span>
      ) : null}
    </p>
  );
}

function BranchSwitch({ since }: { readonly since: string | undefined }) {
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        const value = new FormData(event.currentTarget).get("since");
        if (typeof value === "string" && value.trim() !== "") setQuery({ since: value.trim() });
      }}
    >
      <label>
        <input
          type="checkbox"
          checked={since !== undefined}
          onChange={(event) => setQuery({ since: event.currentTarget.checked ? "origin/main" : undefined })}
        />{" "}
        New on this branch
      </label>
      {since === undefined ? null : (
        <label>
          since <input name="since" key={since} defaultValue={since} size={18} spellcheck={false} />
        </label>
      )}
    </form>
  );
}

function Report({ report, path, query }: { readonly report: Output<"check"> } & ViewProps) {
  const { findings, notes, checked, counts, summary } = report;
  const by = query["group"] === "file" ? "file" : "rule";
  const filter = { area: query["area"], severity: query["severity"], words: query["words"] ?? "" };
  const shown = matching(findings, filter);
  return (
    <>
      {notes.map((note) => (
        <p key={note} class="note">
          {withCode(note)}
        </p>
      ))}
      {findings.length === 0 ? (
        <EmptyState title={checked.length === 0 ? "Nothing to check" : "No problems found"}>
          <p>{withCode(summary)}</p>
        </EmptyState>
      ) : (
        <>
          <Filters report={report} by={by} query={query} />
          {shown.length === 0 ? (
            <EmptyState title="No finding matches these filters" />
          ) : (
            <Findings groups={grouped(shown, by)} by={by} path={path} />
          )}
          <p class="muted">Checked: {checked.map((area) => `${area} (${counts[area] ?? ""})`).join(", ")}</p>
        </>
      )}
    </>
  );
}

interface FiltersProps {
  readonly report: Output<"check">;
  readonly by: "rule" | "file";
  readonly query: ViewProps["query"];
}

function Filters({ report, by, query }: FiltersProps) {
  return (
    <div class="filters">
      <label>
        Group by{" "}
        <select
          value={by}
          onChange={(event) => setQuery({ group: event.currentTarget.value === "file" ? "file" : undefined })}
        >
          <option value="rule">rule</option>
          <option value="file">file</option>
        </select>
      </label>
      <label>
        Area{" "}
        <select
          value={query["area"] ?? ""}
          onChange={(event) => setQuery({ area: event.currentTarget.value })}
        >
          <option value="">all</option>
          {report.checked.map((area) => (
            <option key={area} value={area}>
              {area}
            </option>
          ))}
        </select>
      </label>
      <label>
        Severity{" "}
        <select
          value={query["severity"] ?? ""}
          onChange={(event) => setQuery({ severity: event.currentTarget.value })}
        >
          <option value="">all</option>
          <option value="error">errors</option>
          <option value="warning">warnings</option>
        </select>
      </label>
      <input
        type="search"
        aria-label="Filter findings"
        placeholder="Filter by file, rule or words"
        value={query["words"] ?? ""}
        onInput={(event) => setQuery({ words: event.currentTarget.value })}
      />
    </div>
  );
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
