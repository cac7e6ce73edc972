import { isExport } from "../../api/client.ts";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { setQuery } from "../../app/router.ts";
import { EmptyState, Pending, withCode } from "../../components/states.tsx";
import type { ViewProps } from "../table.ts";
import { byAgent, rowsOf } from "./rows.ts";
import { ScanFindings } from "./scan-findings.tsx";
import { SkillTable } from "./skill-table.tsx";
import "./skills.css";

/** What Claude Code shows of a tool's description. */
const budget = 2048;

export function View({ path, query }: ViewProps) {
  const doctor = useOperation("skills_doctor", {});
  const list = useOperation("skills_list", { all: true });
  const scan = useOperation("skills_validate", {});
  if (!doctor.data) return <Pending of={doctor} what="skills" />;
  if (!list.data) return <Pending of={list} what="skills" />;
  const rows = rowsOf(doctor.data, list.data);
  const reload = () => {
    doctor.reload();
    list.reload();
  };
  const words = query["words"] ?? "";
  const shown = rows.filter(({ id, description, path: file }) =>
    `${id} ${description} ${file}`.toLowerCase().includes(words.toLowerCase()),
  );
  return (
    <div class="skills-view">
      <header class="view-head">
        <h1>Skills</h1>
        <p class="muted">{doctor.data.summary}</p>
      </header>
      {rows.length === 0 ? (
        <EmptyState title="No skills were found">
          <p>
            Hewto looks in the folders below. Install one with <code>hewto skills install SOURCE</code>.
          </p>
        </EmptyState>
      ) : (
        <>
          {isExport.value ? (
            <p class="muted">An export shows the skills of the project, not those of a machine.</p>
          ) : (
            <Budget length={doctor.data.description_length} />
          )}
          <input
            type="search"
            aria-label="Filter skills"
            placeholder="Filter by name or words"
            value={words}
            onInput={(event) => setQuery({ words: event.currentTarget.value })}
          />
          {shown.length === 0 ? <EmptyState title="No skill matches this filter" /> : null}
          {byAgent(shown).map(([agent, own]) => (
            <section key={agent}>
              <h2>
                {agent} <span class="count">{own.length}</span>
              </h2>
              <SkillTable agent={agent} rows={own} selected={path[0]} onChanged={reload} />
            </section>
          ))}
        </>
      )}
      {scan.data ? <ScanFindings of={scan.data} /> : <Pending of={scan} what="the security scan" />}
      <Roots of={doctor.data} />
    </div>
  );
}

function Budget({ length }: { readonly length: number }) {
  const isOver = length > budget;
  return (
    <p class="budget">
      <meter
        min={0}
        max={Math.max(budget, length)}
        high={budget}
        value={length}
        aria-label="Length of the list of skills"
      >
        {length} of {budget}
      </meter>{" "}
      {length.toLocaleString("en")} of {budget.toLocaleString("en")} characters
      {isOver ? (
        <span class="warn-text">
          {" "}
          Claude Code shows the first {budget.toLocaleString("en")} only: disable skills, or start the server
          with <code>--catalog-budget</code>.
        </span>
      ) : (
        <span class="muted"> that an agent reads in every conversation</span>
      )}
    </p>
  );
}

function Roots({ of: { roots, problems } }: { readonly of: Output<"skills_doctor"> }) {
  return (
    <details>
      <summary>
        Folders <span class="count">{roots.length}</span>
      </summary>
      <ul class="plain-list">
        {roots.map(({ path, provider, location }) => (
          <li key={`${provider}${path}`}>
            <code>{path}</code> <span class="muted">{`${provider}, ${location}`}</span>
          </li>
        ))}
        {problems.map(({ path, message }) => (
          <li key={`${path}${message}`}>
            <code>{path}</code> <span class="warn-text">{withCode(message)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
