import * as z from "zod";
import { loadConfig } from "../workspace/config.ts";
import type { Workspace } from "../workspace/root.ts";

/** `[network]`: what may be asked on the person's own word. A project's file has no say in it. */
export const NetworkSettings = z.object({
  allow: z
    .array(z.string())
    .default([])
    .describe("Origins of templates and links that may be asked, such as https://docs.example.com"),
});

/** Whether the person's own settings name the origin of an address, wherever it leads. */
export async function isOwnAddress(
  address: string,
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const config = await loadConfig({ workspace, env });
  const section = config.ok ? config.value.section("network", NetworkSettings) : config;
  if (!config.ok || !section.ok) return false;
  if (config.value.origin("network", "allow")?.layer === "project") return false;
  const { origin } = new URL(address);
  return section.value.allow.some((each) => URL.canParse(each) && new URL(each).origin === origin);
}
