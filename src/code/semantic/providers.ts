import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { withoutTrailing } from "../../kernel/text.ts";
import { bodyText } from "../../workspace/network/body.ts";
import { isHttpAddress, notHttpAddress } from "../../workspace/network/loopback.ts";
import { send } from "../../workspace/network/request.ts";
import type { Embedder } from "./embedder.ts";

/** The section `[embedding]` of the configuration. */
export const EmbeddingSettings = z.object({
  provider: z
    .enum(["local", "none", "ollama", "openai"])
    .default("local")
    .describe("Who turns text into vectors: the model in the package, nobody, or a server"),
  model: z.string().default("").describe("Name of the model at the provider"),
  endpoint: z
    .string()
    .refine((text) => text === "" || isHttpAddress(text), notHttpAddress)
    .default("")
    .describe("Base address; the provider's usual one unless given"),
  api_key: z.string().default("").describe("Better set as HEWTO_EMBEDDING_API_KEY"),
});
export type EmbeddingSettings = z.infer<typeof EmbeddingSettings>;

const timeoutMs = 30_000;
const maxAnswerBytes = 64 * 1024 * 1024;

/** The base address of the server that is configured; undefined when none is. */
export function addressOf({ provider, endpoint }: EmbeddingSettings): string | undefined {
  if (provider === "ollama") return endpoint || "http://127.0.0.1:11434";
  return provider === "openai" ? endpoint || "https://api.openai.com/v1" : undefined;
}

/** The server that is configured; undefined when none is. */
export function embedderFrom(settings: EmbeddingSettings): Embedder | undefined {
  const address = addressOf(settings);
  if (address === undefined) return undefined;
  if (settings.provider === "ollama") {
    const model = settings.model || "nomic-embed-text";
    const url = `${base(address)}/api/embed`;
    return embedder(
      `ollama:${model}`,
      32,
      (input) => ({ url, body: { model, input }, headers: {} }),
      ollamaVectors,
    );
  }
  const model = settings.model || "text-embedding-3-small";
  const url = `${base(address)}/embeddings`;
  const headers: Record<string, string> =
    settings.api_key === "" ? {} : { authorization: `Bearer ${settings.api_key}` };
  return embedder(
    `openai:${model}`,
    128,
    (input) => ({ url, body: { model, input }, headers }),
    openAiVectors,
  );
}

interface HttpRequest {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

function embedder(
  model: string,
  batch: number,
  request: (input: readonly string[]) => HttpRequest,
  read: (answer: unknown) => unknown[],
): Embedder {
  const documents = async (
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<Float32Array[]>> => {
    const answer = await post(request(texts), signal);
    if (!answer.ok) return answer;
    const vectors = read(answer.value).flatMap((row) => (isVector(row) ? [Float32Array.from(row)] : []));
    const sizes = new Set(vectors.map((vector) => vector.length));
    return vectors.length === texts.length && sizes.size === 1 ? ok(vectors) : unusable(model);
  };
  return {
    model,
    batch,
    documents,
    query: async (text, signal) => {
      const vectors = await documents([text.slice(0, 6_000)], signal);
      if (!vectors.ok) return vectors;
      const [vector] = vectors.value;
      return vector ? ok(vector) : unusable(model);
    },
  };
}

async function post({ url, body, headers }: HttpRequest, signal: AbortSignal): Promise<Result<unknown>> {
  try {
    const response = await send({
      method: "POST",
      url: new URL(url),
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      chosenBy: "person",
    });
    const text = await bodyText(response, maxAnswerBytes);
    if (response.statusCode !== 200)
      return unreachable(`${new URL(url).host} answered ${response.statusCode}`);
    return ok(JSON.parse(text));
  } catch (error) {
    return unreachable(error instanceof Error ? error.message : String(error));
  }
}

function ollamaVectors(answer: unknown): unknown[] {
  return isRecord(answer) && Array.isArray(answer.embeddings) ? answer.embeddings : [];
}

function openAiVectors(answer: unknown): unknown[] {
  const rows = isRecord(answer) && Array.isArray(answer.data) ? answer.data : [];
  return rows
    .filter((row) => isRecord(row))
    .sort((a, b) => Number(a.index) - Number(b.index))
    .map((row) => row.embedding);
}

function isVector(row: unknown): row is number[] {
  return (
    Array.isArray(row) &&
    row.length > 0 &&
    row.every((value) => typeof value === "number" && Number.isFinite(value))
  );
}

function base(endpoint: string): string {
  return withoutTrailing(endpoint, "/");
}

function unreachable(why: string): Failure {
  return fail(
    fault(
      "capability_unavailable",
      `The embedding server cannot be used: ${why}.`,
      "Check [embedding] in the configuration.",
      {
        retryable: true,
      },
    ),
  );
}

function unusable(model: string): Failure {
  return unreachable(`${model} sent no usable vectors`);
}
