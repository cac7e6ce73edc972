import type { CodeIndex } from "../../code/index/fresh.ts";
import { indexFolder } from "../../code/index/home.ts";
import { SemanticChannel } from "../../code/semantic/channel.ts";
import { EmbeddingSettings, embedderFrom } from "../../code/semantic/providers.ts";
import type { VectorTable } from "../../code/semantic/vectors.ts";
import type { Snapshot } from "../../code/store/snapshot.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { loadConfig } from "../../workspace/config.ts";
import { type Context, onceKey } from "../context.ts";

const openChannels = onceKey<Map<string, SemanticChannel>>("semantic channels");

/** New chunks that a query embeds before it answers; the rest waits for the next indexing. */
const embeddedPerQuery = 64;

/** Vectors for this index, if an embedding provider is configured. */
export async function channelFor(
  context: Context,
  index: CodeIndex,
): Promise<Result<SemanticChannel | undefined>> {
  const config = await loadConfig({ workspace: context.workspace });
  if (!config.ok) return config;
  const settings = config.value.section("embedding", EmbeddingSettings);
  if (!settings.ok) return settings;
  const embedder = embedderFrom(settings.value);
  if (!embedder) return ok(undefined);
  const { endpoint } = settings.value;
  const isProjects = ["provider", "endpoint"].some(
    (key) => config.value.origin("embedding", key)?.layer === "project",
  );
  if (isProjects && !isLoopback(endpoint)) return notTrusted(endpoint);
  const channels = context.once(openChannels, () => new Map());
  const key = `${index.workspace.root}\n${embedder.model}\n${endpoint}`;
  const channel = channels.get(key) ?? new SemanticChannel(indexFolder(index.workspace), embedder);
  channels.set(key, channel);
  return ok(channel);
}

/** What the ranker needs, or why it must do without: a provider that is down costs the meaning, not the answer. */
export async function meaningOf(
  context: Context,
  index: CodeIndex,
  snapshot: Snapshot,
  query: string,
): Promise<{ semantic?: { vectors: VectorTable; query: Float32Array }; notice?: string }> {
  const channel = await channelFor(context, index);
  if (!channel.ok) return { notice: `${channel.fault.message} Results are by keywords alone.` };
  if (!channel.value) return {};
  const { signal } = context;
  const vector = await channel.value.embedder.query(query, signal);
  if (!vector.ok) return { notice: `${vector.fault.message} Results are by keywords alone.` };
  const embedded = await channel.value.embedMissing(snapshot, {
    signal,
    progress: () => {},
    most: embeddedPerQuery,
  });
  const left = embedded.ok ? embedded.value.left : 0;
  return {
    semantic: { vectors: channel.value.vectors(), query: vector.value },
    ...(left > 0 ? { notice: `${left} chunks have no vectors yet; index again to embed them.` } : {}),
  };
}

/** A repository's own file must not decide where its code, or the person's query, is sent. */
function notTrusted(endpoint: string): Result<never> {
  const message = `The project's hewto.toml would send code to ${endpoint || "a remote provider"}, and was not obeyed.`;
  return fail(
    fault("not_trusted", message, "Set [embedding] in your own configuration or HEWTO_EMBEDDING_*."),
  );
}

function isLoopback(endpoint: string): boolean {
  if (endpoint === "") return false;
  try {
    return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(endpoint).hostname);
  } catch {
    return false;
  }
}
