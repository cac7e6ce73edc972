import type { Workspace } from "../paths/root.ts";
import { gitStatus } from "./queries.ts";

/** What a mutation touched, so that a person sees at once when it was the wrong checkout. */
export interface Checkout {
  readonly root: string;
  readonly branch: string | undefined;
}

export async function checkoutOf(workspace: Workspace): Promise<Checkout> {
  const { branch } = await gitStatus(workspace);
  return { root: workspace.root, branch };
}
