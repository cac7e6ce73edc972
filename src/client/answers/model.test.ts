import { expect, test } from "vitest";
import { type HttpReply, httpAgent } from "../../../test/support/http-agent.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { clientSettings } from "../settings.ts";
import { modelOf } from "./model.ts";

/** The error for a model server that replies like this. */
async function complaint(reply: HttpReply): Promise<string> {
  const { url } = await httpAgent(reply);
  const root = await temporaryTree({
    ".config/hewto/config.toml": `[model]\nbackend = "http"\nendpoint = "${url}"\nmodel = "m"\ntimeout_seconds = 1\n`,
  });
  const settings = await clientSettings({ workspace: { root }, env: { HOME: root } });
  if (!settings.ok) throw new Error(settings.fault.message);
  const model = modelOf(settings.value.model, root, {});
  const answer = await model?.generate({ prompt: "x", maxTokens: 10 }, new AbortController().signal);
  return answer?.ok === false ? answer.fault.message : JSON.stringify(answer);
}

test.each<[string, HttpReply, string]>([
  ["is silent", () => true, "The model's server did not reply within 1 s (model.timeout_seconds)."],
  [
    "does not know the path",
    (_message, response) => response.writeHead(404).end("no such route") !== undefined,
    "The model's server answered with HTTP 404. no such route",
  ],
  [
    "has moved",
    (_message, response) => response.writeHead(302, { location: "https://x.test/" }).end() !== undefined,
    "The model's server redirects to https://x.test/ (HTTP 302). If you trust that address, set model.endpoint to it.",
  ],
  [
    "is busy until a date",
    (_message, response) =>
      response.writeHead(429, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }).end() !== undefined,
    "The model's server received too many requests (HTTP 429). Try again after Wed, 21 Oct 2026 07:28:00 GMT.",
  ],
])("a model server that %s is reported as such", async (_, reply, words) => {
  expect(await complaint(reply)).toBe(words);
});
