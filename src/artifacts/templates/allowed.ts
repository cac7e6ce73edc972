import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { isUserAddress } from "../../workspace/trust/addresses.ts";
import { templateRequest } from "../../workspace/trust/request.ts";
import { decideTrust, isTrusted, type TrustDecision, trust } from "../../workspace/trust/trust.ts";
import type { Probe } from "../graph/references.ts";
import { parseLocator } from "../locate/locator.ts";
import { findSpecmanWorkspace } from "../locate/specman-workspace.ts";
import type { ArtifactSession } from "../session.ts";
import { fetchFrom, probeFrom } from "./fetch.ts";
import type { PointerReport } from "./pointers.ts";
import type { Fetch } from "./remote.ts";
import { readPointer } from "./resolve.ts";
import { pointers, templateFolder } from "./scenario.ts";

/** Who makes a request: a person at a terminal, or an agent; and the address in the arguments, if there is one. */
export interface Requester {
  readonly isByPerson: boolean;
  readonly typedAddress?: string | undefined;
}

/**
 * Fetches a document from an address that the user has allowed: in their own settings, by trusting the pointer files
 * of the project, or by typing it. Addresses that come only from a file or an agent are refused.
 */
export function allowedFetch(workspace: Workspace, { isByPerson, typedAddress }: Requester): Fetch {
  return async (url, validators, signal) => {
    if (await isUserAddress(url, workspace, process.env)) return fetchFrom("person")(url, validators, signal);
    const isTyped = isByPerson && url === typedAddress?.trim();
    const isAllowed = isTyped || (await isTrusted(workspace.root, templateRequest(url, ""), process.env));
    if (isAllowed) return fetchFrom("stranger")(url, validators, signal);
    return fail(
      fault("not_trusted", `${url} is not fetched: you have not allowed it yet.`, `${howToAllow(url)}.`, {
        suggest: { command: "doctor --trust", to: "allow the addresses in pointer files" },
      }),
    );
  };
}

/** Checks whether linked pages exist: all of them when a person asked for it, otherwise those of allowed origins. */
export function allowedProbe(workspace: Workspace, { isByPerson }: Requester): Probe {
  return async (url, signal) => {
    if (await isUserAddress(url, workspace, process.env)) return probeFrom("person")(url, signal);
    if (isByPerson) return probeFrom("stranger")(url, signal);
    return `the user has not allowed this address. ${howToAllow(url)}`;
  };
}

function howToAllow(address: string): string {
  return `To allow it, add "${new URL(address).origin}" to \`allow\` under [network] in the user's config.toml`;
}

/** A person who typed an address and saw it work has allowed it. */
export async function trustPointer(
  { workspace, clock }: ArtifactSession,
  report: PointerReport,
): Promise<Result<PointerReport>> {
  if (report.effective.tier !== "PointerUrl") return ok(report);
  const request = templateRequest(report.locator, report.pointer);
  const stored = await trust(workspace.root, request, process.env, clock());
  return stored.ok ? ok(report) : stored;
}

/** The addresses in the pointer files of a project, each with whether the user has allowed it. */
export async function allowedTemplates(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<{ project: string; allowed: TrustDecision<string> }[]> {
  const specman = await findSpecmanWorkspace(workspace, true);
  if (!specman.ok) return [];
  const project = specman.value.root;
  const templates: { project: string; allowed: TrustDecision<string> }[] = [];
  for (const pointer of pointers) {
    const text = await readPointer(specman.value, pointer);
    const locator = text.ok && text.value !== undefined ? parseLocator(text.value) : text;
    if (!locator.ok || typeof locator.value !== "object" || locator.value.type !== "url") continue;
    const { url } = locator.value;
    const isOwn = await isUserAddress(url, specman.value, env);
    const request = isOwn ? ok(undefined) : ok(templateRequest(url, `${templateFolder}/${pointer}`));
    templates.push({ project, allowed: await decideTrust(project, url, request, env) });
  }
  return templates;
}
