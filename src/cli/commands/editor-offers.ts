import { fileURLToPath } from "node:url";
import type { HostSpec } from "../../hosts/host-table.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";

/** Programs that install an extension, by host. */
const extensible = new Map([
  ["vscode", "code"],
  ["cursor", "cursor"],
  ["windsurf", "windsurf"],
]);
const others = new Map([
  ["zed", "Zed"],
  ["nvim", "Neovim"],
  ["hx", "Helix"],
  ["emacs", "Emacs"],
]);

/** How the editors of this machine get the language server: those that were just connected, and others on the PATH. */
export async function editorOffers(hosts: readonly HostSpec[]): Promise<string> {
  const extension = fileURLToPath(new URL("hewto.vsix", import.meta.url));
  const lines = [];
  for (const { id, title } of hosts) {
    const program = extensible.get(id);
    if (program === undefined) continue;
    lines.push(`${title}: install the extension with \`${program} --install-extension "${extension}"\`.\n`);
  }
  const titles = [];
  for (const [program, title] of others)
    if (hosts.some(({ id }) => id === program) || (await isProgramOnPath(program))) titles.push(title);
  if (titles.length > 0)
    lines.push(
      `${titles.join(", ")}: \`hewto lsp\` shows findings and tests while you write; docs/editors.md says how to set it up.\n`,
    );
  return lines.join("");
}
