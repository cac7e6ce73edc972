import { ok, type Result } from "../../kernel/result.ts";
import { type Context, onceKey } from "../../operation/context.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { findSpecmanWorkspace } from "../locate/specman-workspace.ts";
import type { ArtifactSession } from "../session.ts";
import { DocumentCache } from "../snapshot.ts";
import { type ScanOptions, TagCache } from "../tags/scan.ts";
import { allowedFetch } from "../templates/allowed.ts";

const documentsKey = onceKey<DocumentCache>("artifact documents");
const tagsKey = onceKey<TagCache>("artifact tags");

/**
 * A session in the SpecMan workspace of a call: pinned by `--workspace`, otherwise found from the current folder
 * upward. `typedAddress` is the argument that can hold a URL.
 */
export async function openSession(
  context: Context,
  tool: string,
  typedAddress?: string,
): Promise<Result<ArtifactSession>> {
  const workspace = await findSpecmanWorkspace(
    context.workspace,
    typeof context.flags["workspace"] === "string",
  );
  return workspace.ok ? ok(sessionAt(context, workspace.value, tool, typedAddress)) : workspace;
}

/** A session in a workspace that was found in another way. */
export function sessionAt(
  context: Context,
  workspace: Workspace,
  tool: string,
  typedAddress?: string,
): ArtifactSession {
  const { clock, signal, touched, isByPerson } = context;
  return {
    workspace,
    cache: context.once(documentsKey, () => new DocumentCache()),
    clock,
    signal,
    fetch: allowedFetch(workspace, { isByPerson, typedAddress }),
    tool,
    touched,
  };
}

export function scanOptionsOf(context: Context, what: string): ScanOptions {
  return {
    cache: context.once(tagsKey, () => new TagCache()),
    signal: context.signal,
    progress: (done, total) =>
      context.progress({ done, total, message: `${what}: ${done} of ${total} files` }),
  };
}
