import { type Fault, faultText } from "../../kernel/fault.ts";
import { type Context, onceKey } from "../../operation/context.ts";
import type { CodeIndex } from "../index/fresh.ts";
import { indexFolder } from "../index/home.ts";
import { SemanticChannel } from "../semantic/channel.ts";
import { type Meaning, meaningByModel, meaningByTable } from "../semantic/meaning.ts";
import { packagedModel } from "../semantic/model/load.ts";
import { storeVectors } from "../semantic/model/segment-vectors.ts";
import { embedderFrom } from "../semantic/providers.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { allowedEmbedding } from "./embedding.ts";

const openChannels = onceKey<Map<string, SemanticChannel>>("semantic channels");

/** New chunks that a query embeds before it answers; the rest waits for the next indexing. */
const embeddedPerQuery = 64;

interface Source {
  readonly by: SemanticChannel | "package" | "nobody";
  /** Why a configured server is not used. */
  readonly notice?: string;
}

/** Who gives meaning to words here: the model in the package, a configured provider, or nobody. */
async function sourceFor(context: Context, index: CodeIndex): Promise<Source> {
  const allowed = await allowedEmbedding(context.workspace, process.env);
  if (!allowed.ok) return packageInstead(context.wordFault(allowed.fault));
  const { use: settings, refusal } = allowed.value;
  if (refusal) return packageInstead(context.wordFault(refusal));
  if (settings.provider === "none") return { by: "nobody" };
  const embedder = embedderFrom(settings);
  if (!embedder) return { by: "package" };
  const channels = context.once(openChannels, () => new Map());
  // The address and key of a request are part of the cache key: both may change after the user's consent.
  const key = JSON.stringify([index.workspace.root, settings]);
  const channel = channels.get(key) ?? new SemanticChannel(indexFolder(index.workspace), embedder);
  channels.set(key, channel);
  return { by: channel };
}

/** Settings that cannot be read or obeyed cost the configured server, not the meaning. */
function packageInstead(why: Fault): Source {
  return { by: "package", notice: `${faultText(why)} The model in the package is used instead.` };
}

/** What the ranker needs, or why it must do without: a provider that is down costs the meaning, not the answer. */
export async function meaningOf(
  context: Context,
  index: CodeIndex,
  snapshot: Snapshot,
  query: string,
): Promise<{ meaning?: Meaning; notice?: string; isForeign?: boolean }> {
  const { by, notice } = await sourceFor(context, index);
  if (by === "nobody") return {};
  if (by === "package") {
    const meaning = meaningByModel(packagedModel(), query, indexFolder(index.workspace));
    return { meaning, notice };
  }
  const { signal } = context;
  const vector = await by.embedder.query(query, signal);
  if (!vector.ok) return { notice: `${vector.fault.message} Results are by keywords alone.` };
  const embedded = await by.embedMissing(snapshot, {
    signal,
    progress: () => {},
    max: embeddedPerQuery,
  });
  const left = embedded.ok ? embedded.value.left : 0;
  return {
    meaning: meaningByTable(by.vectors(), vector.value),
    isForeign: true,
    ...(left > 0 ? { notice: `${left} chunks have no vectors yet; index again to embed them.` } : {}),
  };
}

/** Whether the model in the package gives meaning here: then vectors are made while indexing. */
export async function isPackageAsked(context: Context, index: CodeIndex): Promise<boolean> {
  const { by } = await sourceFor(context, index);
  return by === "package";
}

/** Fills in vectors after indexing; says so when it cannot. */
export async function embedAll(context: Context, index: CodeIndex): Promise<string | undefined> {
  const snapshot = index.stored();
  const { by, notice } = await sourceFor(context, index);
  if (by === "nobody" || !snapshot) return notice;
  if (by === "package") {
    storeVectors(packagedModel(), snapshot, indexFolder(index.workspace));
    return notice;
  }
  const { signal, progress } = context;
  const embedded = await by.embedMissing(snapshot, { signal, progress });
  return embedded.ok ? undefined : `${embedded.fault.message} Search works by keywords until then.`;
}
