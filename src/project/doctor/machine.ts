import { userCacheFolder, userConfigFolder } from "../../workspace/config/user-folders.ts";
import { unwritableReason } from "../../workspace/files/writable.ts";
import { gitVersion } from "../../workspace/git/command.ts";
import { isStateKeyStored } from "../../workspace/state/key.ts";
import type { DoctorFinding } from "./finding.ts";

const oldestNode = [20, 19] as const;

export async function machineFindings(
  node: string,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  if (isTooOld(node)) {
    findings.push({
      area: "machine",
      severity: "error",
      message: `Node ${node} is older than ${oldestNode.join(".")}, which Hewto needs.`,
      remedy: "Install Node 22 or 24 from nodejs.org or your package manager.",
    });
  }
  if (!(await gitVersion(cwd, env)).ok) {
    findings.push({
      area: "machine",
      severity: "warning",
      message: "git is not on the PATH: no branches, worktrees, archived bases or --changed-since.",
      remedy: "Install git.",
    });
  }
  return [...findings, ...(await folderFindings(env))];
}

async function folderFindings(env: NodeJS.ProcessEnv): Promise<DoctorFinding[]> {
  const cache = await unwritableReason(userCacheFolder(env));
  const config = await unwritableReason(userConfigFolder(env));
  return [
    ...(cache === undefined
      ? []
      : [folder("cache", userCacheFolder(env), cache, "every start takes longer")]),
    ...(config === undefined
      ? []
      : [folder("configuration", userConfigFolder(env), config, "no command can be trusted for good")]),
    ...(isStateKeyStored() ? [] : [noKey(userConfigFolder(env))]),
  ];
}

function noKey(folder: string): DoctorFinding {
  return {
    area: "machine",
    severity: "warning",
    message: `No key can be kept in ${folder}, so a change that is interrupted cannot be finished or undone later.`,
    remedy: "Give yourself the right to write there, or set XDG_CONFIG_HOME to a folder of your own.",
  };
}

function folder(what: string, path: string, why: string, effect: string): DoctorFinding {
  return {
    area: "machine",
    severity: "warning",
    message: `The ${what} folder ${path} cannot be used: ${why}; ${effect}.`,
    remedy: "Give yourself the right to write there.",
  };
}

export function isTooOld(node: string): boolean {
  const [major = 0, minor = 0] = node.replace(/^v/, "").split(".").map(Number);
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
}
