import type { ComponentChildren } from "preact";
import { isExport, session } from "../../api/client.ts";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { Pending, withCode } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import "./settings.css";

type Doctor = Output<"project_doctor">;

export function View() {
  const doctor = useOperation("project_doctor", {}, { when: isSetting });
  if (!doctor.data) return <Pending of={doctor} what="the settings" />;
  const { data } = doctor;
  return (
    <div class="settings-view">
      <header class="view-head">
        <h1>Settings</h1>
        <p class="muted">
          Hewto {data.version}, Node {data.node}
        </p>
      </header>
      {isExport.value ? (
        <p class="muted">
          An export shows the project. Hosts, agents and permissions are those of a machine:{" "}
          <code>hewto doctor</code> shows them.
        </p>
      ) : (
        <Findings
          title="Waiting for your permission"
          findings={data.waiting}
          none="The project asks for nothing that needs your permission."
        />
      )}
      <Findings title="Doctor" findings={data.findings} none="No problems found." />
      <Workspace of={data} />
      {isExport.value ? null : (
        <>
          <Hosts of={data} />
          <Agents of={data} />
        </>
      )}
    </div>
  );
}

/** Reading the machine takes a moment, so edits of documents do not repeat it. */
function isSetting(paths: readonly string[]): boolean {
  return paths.some((path) =>
    /(^|\/)(hewto\.toml|config\.(toml|ya?ml)|\.mcp\.json|SKILL\.md)$|^\.git\/HEAD$/.test(path),
  );
}

const tones = { error: "bad", warning: "warn", note: "plain" } as const;

interface FindingsProps {
  readonly title: string;
  readonly findings: Doctor["findings"];
  readonly none: string;
}

function Findings({ title, findings, none }: FindingsProps) {
  return (
    <section>
      <h2>{title}</h2>
      {findings.length === 0 ? <p class="muted">{none}</p> : null}
      <ul class="plain-list">
        {findings.map(({ severity, area, message, remedy }) => (
          <li key={`${area}${message}`} data-row tabIndex={-1}>
            <Badge tone={tones[severity]}>{severity}</Badge> <span dir="auto">{withCode(message)}</span>{" "}
            {remedy === "" ? null : <span class="muted">{withCode(remedy)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Workspace({ of: { root, branch, layouts, index } }: { readonly of: Doctor }) {
  return (
    <section>
      <h2>Workspace</h2>
      <dl class="fact-list">
        <Fact name="Folder">
          <code>{root}</code>
        </Fact>
        <Fact name="Branch">{branch ?? <span class="muted">not on a branch</span>}</Fact>
        <Fact name="This page">
          {isExport.value
            ? "is an export: it shows what was there when it was made"
            : session.value?.mayWrite
              ? "can write"
              : "read-only; start it with --write to change files"}
        </Fact>
        <Fact name="Index">
          <Index of={index} />
        </Fact>
        <Fact name="Layouts">
          {layouts.length === 0 ? (
            <span class="muted">
              none yet; <code>hewto init</code> starts one
            </span>
          ) : (
            <ul class="plain-list">
              {layouts.map(({ name, path, holds }) => (
                <li key={`${name}${path}`}>
                  {name} in <code>{path}</code>{" "}
                  <span class="muted">
                    {Object.entries(holds)
                      .map(([noun, count]) => `${count} ${noun}${count === 1 ? "" : "s"}`)
                      .join(", ")}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Index({
  of: { built, files = 0, changed = 0, outdated, bytes = 0 },
}: {
  readonly of: Doctor["index"];
}) {
  if (!built)
    return (
      <>
        <Badge tone="warn">not built</Badge> Run <code>hewto index</code> to search the code.
      </>
    );
  const state = outdated
    ? "built by another version"
    : changed === 0
      ? "up to date"
      : `${changed} changed since`;
  return (
    <>
      {files.toLocaleString("en")} files, {(bytes / 1_000_000).toFixed(1)} MB{" "}
      <Badge tone={outdated ? "warn" : "good"}>{state}</Badge>
    </>
  );
}

function Hosts({ of: { hosts } }: { readonly of: Doctor }) {
  return (
    <section>
      <h2>Hosts</h2>
      {hosts.length === 0 ? (
        <p class="muted">
          No MCP host was found on this machine. <code>hewto install --list</code> names those that Hewto
          knows.
        </p>
      ) : (
        <Table
          caption="MCP hosts on this machine"
          rows={hosts}
          rowKey={({ id, scope, file }) => `${id} ${scope ?? ""} ${file ?? ""}`}
          columns={[
            { title: "Host", kind: "narrow", cell: ({ title }) => title },
            {
              title: "State",
              kind: "narrow",
              cell: ({ scope, problem }) =>
                problem === undefined ? (
                  <Badge tone={scope === undefined ? "plain" : "good"}>
                    {scope === undefined ? "not connected" : `connected, ${scope}`}
                  </Badge>
                ) : (
                  <Badge tone="bad">broken</Badge>
                ),
            },
            {
              title: "Configuration",
              kind: "wide",
              cell: ({ id, scope, file, problem }) =>
                scope === undefined ? (
                  <span class="command">
                    <code>hewto install {id}</code> <CopyButton text={`hewto install ${id}`} />
                  </span>
                ) : (
                  <>
                    <code class="muted">{file}</code> {problem}
                  </>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}

function Agents({ of: { agent, agents } }: { readonly of: Doctor }) {
  const found = agents.filter((each) => each.found);
  return (
    <section>
      <h2>Agent</h2>
      <dl class="fact-list">
        <Fact name="Runs use">
          <code>{agent || "unknown: the settings cannot be read"}</code>
        </Fact>
        <Fact name="On the PATH">
          {found.length === 0 ? (
            <span class="muted">none of {agents.map(({ title }) => title).join(", ")}</span>
          ) : (
            found.map(({ title, command }) => (
              <span key={command}>
                {title} <code class="muted">{command}</code>{" "}
              </span>
            ))
          )}
        </Fact>
      </dl>
    </section>
  );
}
