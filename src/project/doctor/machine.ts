import { userCacheFolder, userConfigFolder } from "../../workspace/config/user-folders.ts";
import { unwritableReason } from "../../workspace/files/writable.ts";
import { gitVersion } from "../../workspace/git/command.ts";
import { isStateKeyStored } from "../../workspace/state/key.ts";
import type { DoctorFinding } from "./finding.ts";

const minNode = [20, 19] as const;

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
      message: `Node ${node} is too old: Hewto needs ${minNode.join(".")} or newer.`,
      remedy: "Install Node 22 or 24 from nodejs.org or your package manager.",
    });
  }
  if (!(await gitVersion(cwd, env)).ok) {
    findings.push({
      area: "machine",
      severity: "warning",
      message:
        "git is not on the PATH: branches, worktrees, drift checks and --changed-since are not available.",
      remedy: "Install git.",
    });
  }
  return [...findings, ...(await folderFindings(env))];
}

async function folderFindings(env: NodeJS.ProcessEnv): Promise<DoctorFinding[]> {
  const cache = await unwritableReason(userCacheFolder(env));
  const config = await unwritableReason(userConfigFolder(env));
  return [
    ...(cache === undefined ? [] : [folder("cache", userCacheFolder(env), cache, "every start is slower")]),
    ...(config === undefined
      ? []
      : [
          folder(
            "configuration",
            userConfigFolder(env),
            config,
            "permissions given with --trust cannot be stored",
          ),
        ]),
    ...(isStateKeyStored() ? [] : [noKey(userConfigFolder(env))]),
  ];
}

function noKey(folder: string): DoctorFinding {
  return {
    area: "machine",
    severity: "warning",
    message: `No key can be stored in ${folder}, so an interrupted change cannot be completed or undone later.`,
    remedy: "Make it writable, or set XDG_CONFIG_HOME to a folder of your own.",
  };
}

function folder(name: string, path: string, reason: string, effect: string): DoctorFinding {
  return {
    area: "machine",
    severity: "warning",
    message: `The ${name} folder ${path} cannot be used: ${reason}; ${effect}.`,
    remedy: "Make it writable.",
  };
}

export function isTooOld(node: string): boolean {
  const [major = 0, minor = 0] = node.replace(/^v/, "").split(".").map(Number);
  return major < minNode[0] || (major === minNode[0] && minor < minNode[1]);
}
