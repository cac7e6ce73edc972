import * as z from "zod";
import { loadConfig } from "../config/config.ts";
import type { Workspace } from "../paths/root.ts";

/** `[network]`: what may be asked on the person's own word. A project's file has no say in it. */
export const NetworkSettings = z.object({
  allow: z
    .array(z.string())
    .default([])
    .describe("Origins of templates and links that may be asked, such as https://docs.example.com"),
});

/** Whether the person's own settings name the origin of an address, wherever it leads. */
export async function isUserAddress(
  address: string,
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const { allow, isProjects } = await readNetworkSettings(workspace, env);
  const { origin } = new URL(address);
  return !isProjects && allow.some((each) => URL.canParse(each) && new URL(each).origin === origin);
}

/** The origins that the settings name, and whether it is the project's file that does. */
export async function readNetworkSettings(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly allow: readonly string[]; readonly isProjects: boolean }> {
  const config = await loadConfig({ workspace, env });
  const section = config.ok ? config.value.section("network", NetworkSettings) : config;
  if (!config.ok || !section.ok) return { allow: [], isProjects: false };
  const isProjects = config.value.origin("network", "allow")?.layer === "project";
  return { allow: section.value.allow, isProjects };
}
