import * as z from "zod";
import { loadConfig } from "../config/config.ts";
import type { Workspace } from "../paths/root.ts";

/** `[network]`: what Hewto may fetch. Only the user's own settings count, not the project's. */
export const NetworkSettings = z.object({
  allow: z
    .array(z.string())
    .default([])
    .describe("Origins that templates and links may be fetched from, such as https://docs.example.com"),
});

/** Whether the user's own settings allow the origin of an address. */
export async function isUserAddress(
  address: string,
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const { allow, isFromProject } = await readNetworkSettings(workspace, env);
  const { origin } = new URL(address);
  return !isFromProject && allow.some((each) => URL.canParse(each) && new URL(each).origin === origin);
}

/** The allowed origins, and whether the project's file set them. */
export async function readNetworkSettings(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly allow: readonly string[]; readonly isFromProject: boolean }> {
  const config = await loadConfig({ workspace, env });
  const section = config.ok ? config.value.section("network", NetworkSettings) : config;
  if (!config.ok || !section.ok) return { allow: [], isFromProject: false };
  const isFromProject = config.value.origin("network", "allow")?.layer === "project";
  return { allow: section.value.allow, isFromProject };
}
