import { driverKinds } from "../../client/settings.ts";
import { diagnose } from "../../project/doctor/diagnose.ts";
import { bugReport } from "../../project/doctor/report.ts";
import { KeysSection, UiSection } from "../../tui/settings.ts";
import type { Command } from "../command.ts";
import { configFile, workspaceOf } from "../open.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { doctorText } from "./doctor-text.ts";

const sections = { ui: UiSection, keys: KeysSection };

/** `hewto doctor`: problems of this machine, workspace and configuration, each with its remedy. */
export function doctorCommand(): Command {
  return {
    words: "doctor",
    usage: "",
    summary: "Find problems of this machine, workspace and configuration",
    never: "it starts the configured agent and shows the user's own settings",
    examples: ["doctor", "doctor --trust", "doctor --report > report.md"],
    flags: [
      {
        name: "driver",
        kind: "string",
        value: "D",
        choices: [...driverKinds],
        summary: "check this kind of connection to an agent",
      },
      {
        name: "config",
        kind: "string",
        value: "FILE",
        summary: "config file that overrides all others",
      },
      {
        name: "timeout",
        kind: "integer",
        value: "S",
        summary: "maximum wait for the agent in seconds (default: 60)",
      },
      {
        name: "trust",
        kind: "boolean",
        summary: "allow the programs and servers that the project's files ask for",
      },
      {
        name: "report",
        kind: "boolean",
        summary: "print what a bug report needs as Markdown, without secrets",
      },
    ],
    run,
  };
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const json = line.flags.json === true;
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, json);
  const { driver, timeout, trust } = line.flags;
  const options = {
    workspace: workspace.value,
    env: terminal.env,
    configFile: configFile(line, terminal),
    driver: typeof driver === "string" ? driver : undefined,
    timeoutSeconds: typeof timeout === "number" ? timeout : undefined,
    isTrustGranted: trust === true,
    sections,
  };
  const diagnosis = await diagnose(options);
  if (line.flags.report === true) {
    const report = await bugReport(diagnosis, options);
    terminal.out(json ? `${JSON.stringify({ report }, null, 2)}\n` : report);
    return 0;
  }
  terminal.out(json ? `${JSON.stringify(diagnosis, null, 2)}\n` : doctorText(diagnosis, terminal));
  const hasErrors = diagnosis.findings.some(({ severity }) => severity === "error");
  return diagnosis.agent.ok ? (hasErrors ? 1 : 0) : 3;
}
