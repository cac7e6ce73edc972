import type { CodeIndex } from "../../code/index/fresh.ts";
import { indexFolder } from "../../code/index/home.ts";
import { SemanticChannel } from "../../code/semantic/channel.ts";
import { type Meaning, meaningByModel, meaningByTable } from "../../code/semantic/meaning.ts";
import { packagedModel } from "../../code/semantic/model/load.ts";
import { storeVectors } from "../../code/semantic/model/segment-vectors.ts";
import { EmbeddingSettings, embedderFrom } from "../../code/semantic/providers.ts";
import type { Snapshot } from "../../code/store/snapshot.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { loadConfig } from "../../workspace/config.ts";
import { type Context, onceKey } from "../context.ts";

const openChannels = onceKey<Map<string, SemanticChannel>>("semantic channels");

/** New chunks that a query embeds before it answers; the rest waits for the next indexing. */
const embeddedPerQuery = 64;

/** Who gives meaning to words here: the model in the package, a configured provider, or nobody. */
async function sourceFor(
  context: Context,
  index: CodeIndex,
): Promise<Result<SemanticChannel | "package" | "nobody">> {
  const config = await loadConfig({ workspace: context.workspace });
  if (!config.ok) return config;
  const settings = config.value.section("embedding", EmbeddingSettings);
  if (!settings.ok) return settings;
  if (settings.value.provider === "none") return ok("nobody");
  const embedder = embedderFrom(settings.value);
  if (!embedder) return ok("package");
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
): Promise<{ meaning?: Meaning; notice?: string }> {
  const source = await sourceFor(context, index);
  if (!source.ok) return { notice: `${source.fault.message} Results are by keywords alone.` };
  if (source.value === "nobody") return {};
  if (source.value === "package") {
    const meaning = meaningByModel(packagedModel(), query, indexFolder(index.workspace));
    return meaning ? { meaning } : {};
  }
  const { signal } = context;
  const vector = await source.value.embedder.query(query, signal);
  if (!vector.ok) return { notice: `${vector.fault.message} Results are by keywords alone.` };
  const embedded = await source.value.embedMissing(snapshot, {
    signal,
    progress: () => {},
    most: embeddedPerQuery,
  });
  const left = embedded.ok ? embedded.value.left : 0;
  return {
    meaning: meaningByTable(source.value.vectors(), vector.value),
    ...(left > 0 ? { notice: `${left} chunks have no vectors yet; index again to embed them.` } : {}),
  };
}

/** Whether the model in the package gives meaning here: then vectors are made while indexing. */
export async function isPackageAsked(context: Context, index: CodeIndex): Promise<boolean> {
  const source = await sourceFor(context, index);
  return source.ok && source.value === "package";
}

/** Fills in vectors after indexing; says so when it cannot. */
export async function embedAll(context: Context, index: CodeIndex): Promise<string | undefined> {
  const snapshot = index.stored();
  const source = await sourceFor(context, index);
  if (!source.ok) return source.fault.message;
  if (source.value === "nobody" || !snapshot) return undefined;
  if (source.value === "package") {
    storeVectors(packagedModel(), snapshot, indexFolder(index.workspace));
    return undefined;
  }
  const { signal, progress } = context;
  const embedded = await source.value.embedMissing(snapshot, { signal, progress });
  return embedded.ok ? undefined : `${embedded.fault.message} Search works by keywords until then.`;
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
