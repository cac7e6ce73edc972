import { expect, test } from "vitest";
import { type HttpReply, httpAgent } from "../../../test/support/http-agent.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { clientSettings } from "../settings.ts";
import { modelOf } from "./model.ts";

/** What a model behind HTTP that answers like this is reported as. */
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
  ["is silent", () => true, "The model's server did not answer within 1 s (model.timeout_seconds)."],
  [
    "does not know the path",
    (_message, response) => response.writeHead(404).end("no such route") !== undefined,
    "The model's server answered with HTTP 404. no such route",
  ],
  [
    "has moved",
    (_message, response) => response.writeHead(302, { location: "https://x.test/" }).end() !== undefined,
    "The model's server is not here (HTTP 302): it points to https://x.test/. If you trust that address, set model.endpoint to it.",
  ],
  [
    "is busy until a date",
    (_message, response) =>
      response.writeHead(429, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }).end() !== undefined,
    "The model's server has too much to do (HTTP 429). It asks to wait until Wed, 21 Oct 2026 07:28:00 GMT.",
  ],
])("a model's server that %s is told of as such", async (_, reply, words) => {
  expect(await complaint(reply)).toBe(words);
});
