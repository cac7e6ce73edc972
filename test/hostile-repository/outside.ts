import { cpSync } from "node:fs";
import { resolve } from "node:path";
import { plantHostileTree } from "../corpus/paths.ts";
import { snapshot } from "../support/snapshot.ts";
import { temporaryFolder, writeTree } from "../support/temporary.ts";

export const SECRET = "SECRET-FROM-OUTSIDE";
/** A word of the secrets that attempts may ask for; an answer may repeat it, but not the secret. */
export const WORD = "orchid";

/** The example workspace with links of every kind that lead to secrets outside it. */
export async function hostileWorkspace(): Promise<{ folder: string; root: string; outside: string }> {
  const folder = await temporaryFolder();
  const { root, outside } = await plantHostileTree(folder);
  cpSync(resolve("examples/ferry"), root, { recursive: true });
  const secret = `---\nname: secret\ndescription: ${SECRET} ${WORD}\n---\n# ${WORD}\n\n- [ ] T001 ${SECRET}\n\n### Requirement: ${WORD}\n\nThe ${WORD} SHALL be ${SECRET}.\n`;
  await writeTree(folder, {
    "outside/secret.md": secret,
    "outside/folder/secret.md": secret,
    "outside/spec.md": secret,
    "outside/tasks.md": secret,
    "outside/proposal.md": secret,
    "outside/SKILL.md": secret,
    "root-twin/secret.md": secret,
    "home/.ssh/id_rsa": secret,
  });
  return { folder, root, outside };
}

/** Everything next to the workspace, except Hewto's own folders in the home. */
export function everythingOutside(folder: string): Record<string, string> {
  const seen = Object.entries(snapshot(folder));
  return Object.fromEntries(
    seen.filter(([path]) => !path.startsWith("root/") && !/^home\/\.(cache|config|local)\//.test(path)),
  );
}
