import { fault } from "../../kernel/fault.ts";
import { fail } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { isUserAddress } from "../../workspace/trust/addresses.ts";
import { templateRequest } from "../../workspace/trust/request.ts";
import { isTrusted } from "../../workspace/trust/trust.ts";
import type { Probe } from "../graph/references.ts";
import type { Home } from "../locate/home.ts";
import { fetchFrom, probeFrom } from "../templates/fetch.ts";
import type { Fetch } from "../templates/remote.ts";

const ownWord = (address: string) =>
  `add "${new URL(address).origin}" to \`allow\` of [network] in your own config.toml`;

/**
 * Gets a document from the web where a person has said yes: in their own settings, with `hewto doctor --trust` for
 * the address of a pointer file, or by typing it. Who else names an address, in a file or as an agent, gets a fault.
 */
export function allowedFetch(context: Context, { workspace }: Home, named?: string): Fetch {
  return async (url, known, signal) => {
    if (await isUserAddress(url, workspace, process.env)) return fetchFrom("person")(url, known, signal);
    const isTyped = context.isByPerson && url === named?.trim();
    const isAllowed = isTyped || (await isTrusted(workspace.root, templateRequest(url, ""), process.env));
    if (isAllowed) return fetchFrom("stranger")(url, known, signal);
    const message = `${url} is not fetched: you have not allowed it yet.`;
    const remedy = `Run \`hewto doctor --trust\` to allow the addresses that pointer files name, or ${ownWord(url)}.`;
    return fail(fault("not_trusted", message, remedy));
  };
}

/** Asks whether the pages of links are there: all of them when a person asked for it, else those of allowed origins. */
export function allowedProbe(context: Context, { workspace }: Home): Probe {
  return async (url, signal) => {
    if (await isUserAddress(url, workspace, process.env)) return probeFrom("person")(url, signal);
    if (context.isByPerson) return probeFrom("stranger")(url, signal);
    return `a person has not allowed it; to do so ${ownWord(url)}`;
  };
}
