import { count } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";
import type { Diagnosis } from "../../project/doctor/diagnose.ts";
import { indexText } from "../../project/doctor/workspace.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The state of each topic, then the findings. */
export function doctorText(report: Diagnosis, { style }: Terminal): string {
  const { agent, workspace } = report;
  const verdict = agent.ok ? style.good("ok") : style.bad("not ok");
  const identity = [agent.name, agent.version, agent.protocol_version]
    .filter((part) => part !== "")
    .join(" ");
  const agents = report.agents.map(({ id, found }) =>
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
          `access     ${report.access.join(", ")} (stored in access.json in your config folder; delete the file to sign out)`,
        ]
      : []),
    `agents     ${agents.join(", ")}`,
    `workspace  ${workspace.root}${workspace.git ? ` on ${workspace.branch ?? "a detached head"}` : " (no git)"}, ${count(workspace.features, "feature")}`,
    `index      ${indexText(report.index)}`,
    `skills     ${report.skills.folders.join(", ") || "none in this project"}; run ${report.skills.hint} for details`,
    `hosts      ${hosts.join(", ") || "none found"}`,
  ];
  const findings = findingLines(report, style);
  if (findings.length > 0) lines.push("", ...findings);
  return `${lines.join("\n")}\n`;
}

function findingLines({ agent, warnings, findings }: Diagnosis, style: Style): string[] {
  // A problem in the configuration that stopped the agent is already in the agent's line.
  const others = findings.filter(({ message }) => !agent.error?.includes(message));
  const reported = new Set(others.map(({ message }) => message));
  const rows = [
    ...others,
    ...warnings
      .filter((message) => !reported.has(message))
      .map((message) => ({ severity: "warning" as const, message, remedy: "" })),
  ];
  if (rows.length === 0) return agent.ok ? [style.good("No problems found.")] : [];
  const paint = { error: style.bad, warning: style.warn, note: style.dim };
  return rows.flatMap(({ severity, message, remedy }) => [
    `${paint[severity](severity.padEnd(10))} ${message}`,
    ...(remedy === "" ? [] : [`           → ${remedy}`]),
  ]);
}
