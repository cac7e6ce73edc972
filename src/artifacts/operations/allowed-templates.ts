import { ok } from "../../kernel/result.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { isUserAddress } from "../../workspace/trust/addresses.ts";
import { templateRequest } from "../../workspace/trust/request.ts";
import { decideTrust, type TrustDecision } from "../../workspace/trust/trust.ts";
import { findHome } from "../locate/home.ts";
import { parseLocator } from "../locate/locator.ts";
import { readPointer } from "../templates/resolve.ts";
import { pointers, templateFolder } from "../templates/scenario.ts";

/** The addresses that the pointer files of a project name, each judged by whether a person has allowed it. */
export async function allowedTemplates(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<{ project: string; allowed: TrustDecision<string> }[]> {
  const home = await findHome(workspace, true);
  if (!home.ok) return [];
  const project = home.value.workspace.root;
  const found: { project: string; allowed: TrustDecision<string> }[] = [];
  for (const pointer of pointers) {
    const text = await readPointer(home.value, pointer);
    const locator = text.ok && text.value !== undefined ? parseLocator(text.value) : text;
    if (!locator.ok || typeof locator.value !== "object" || locator.value.type !== "url") continue;
    const { url } = locator.value;
    const isOwn = await isUserAddress(url, home.value.workspace, env);
    const wish = isOwn ? ok(undefined) : ok(templateRequest(url, `${templateFolder}/${pointer}`));
    found.push({ project, allowed: await decideTrust(project, url, wish, env) });
  }
  return found;
}
