import type { Connection } from "../../hosts/connections.ts";
import { count } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";
import type { DoctorFinding } from "../../project/doctor/finding.ts";
import { type IndexState, indexText } from "../../project/doctor/workspace.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { AgentReport } from "./doctor-agent.ts";

export interface DoctorReport {
  readonly version: string;
  readonly node: string;
  readonly agent: AgentReport;
  readonly warnings: readonly string[];
  readonly agents: readonly { readonly id: string; readonly found: boolean }[];
  readonly workspace: {
    readonly root: string;
    readonly git: boolean;
    readonly branch?: string;
    readonly features: number;
  };
  readonly index: IndexState;
  readonly skills: { readonly folders: readonly string[]; readonly hint: string };
  readonly hosts: readonly string[];
  readonly connections: readonly Connection[];
  /** Agents behind HTTP whose access is kept. */
  readonly access: readonly string[];
  readonly findings: readonly DoctorFinding[];
}

/** First what is there, then what to do something about. */
export function doctorText(report: DoctorReport, { style }: Terminal): string {
  const { agent, workspace } = report;
  const verdict = agent.ok ? style.good("ok") : style.bad("not ok");
  const identity = [agent.name, agent.version, agent.protocol_version]
    .filter((part) => part !== "")
    .join(" ");
  const known = report.agents.map(({ id, found }) =>
    found ? style.good(id) : style.dim(`${id} (not found)`),
  );
  const hosts = report.hosts.map((id) =>
    report.connections.some(({ host }) => host === id) ? style.good(`${id} (connected)`) : id,
  );
  const lines = [
    `hewto ${report.version}, node ${report.node}`,
    `agent      ${[verdict, agent.driver].filter(Boolean).join(" ")}${identity ? ` (${identity}, ${count(agent.tools.length, "tool")}, ${agent.handshake_ms} ms)` : ""}`,
    ...(agent.error ? [`           ${agent.error}`] : []),
    ...(report.access.length > 0
      ? [
          `access     ${report.access.join(", ")} (kept in access.json of your own folder; delete it to forget)`,
        ]
      : []),
    `agents     ${known.join(", ")}`,
    `workspace  ${workspace.root}${workspace.git ? ` on ${workspace.branch ?? "a detached head"}` : " (no git)"}, ${count(workspace.features, "feature")}`,
    `index      ${indexText(report.index)}`,
    `skills     ${report.skills.folders.join(", ") || "none in this project"}; ${report.skills.hint} says more`,
    `hosts      ${hosts.join(", ") || "none found"}`,
  ];
  const findings = findingLines(report, style);
  if (findings.length > 0) lines.push("", ...findings);
  return `${lines.join("\n")}\n`;
}

function findingLines({ agent, warnings, findings }: DoctorReport, style: Style): string[] {
  // What is wrong in the configuration may be why there is no agent, and was said there.
  const fresh = findings.filter(({ message }) => !agent.error?.includes(message));
  const told = new Set(fresh.map(({ message }) => message));
  const rows = [
    ...fresh,
    ...warnings
      .filter((message) => !told.has(message))
      .map((message) => ({ severity: "warning" as const, message, remedy: "" })),
  ];
  if (rows.length === 0) return agent.ok ? [style.good("Nothing is wrong.")] : [];
  const paint = { error: style.bad, warning: style.warn, note: style.dim };
  return rows.flatMap(({ severity, message, remedy }) => [
    `${paint[severity](severity.padEnd(10))} ${message}`,
    ...(remedy === "" ? [] : [`           → ${remedy}`]),
  ]);
}
