import type { Workspace } from "../paths/root.ts";

/** What a mutation touched, so that a person sees at once when it was the wrong checkout. */
export interface Checkout {
  readonly root: string;
  readonly branch: string | undefined;
}

export async function checkoutOf(workspace: Workspace): Promise<Checkout> {
  // Loaded here: a list of specs need not wait for the code that starts programs.
  const { gitStatus } = await import("./queries.ts");
  const { branch } = await gitStatus(workspace);
  return { root: workspace.root, branch };
}
