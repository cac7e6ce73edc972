import { allFeatures } from "../../src/workflow/feature.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";

/** Milliseconds that the app's list of specs takes to read, the first time in this process. */
export async function measureList(root: string): Promise<{ ms: number; specs: number }> {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const started = performance.now();
  const features = await allFeatures(workspace.value);
  return { ms: performance.now() - started, specs: features.length };
}
