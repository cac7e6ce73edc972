// `npm run vsix`: packs the extension for VS Code with the built program as dist-vsix/hewto.vsix.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { packExtension } from "./vsix.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = process.argv[2] ?? join(root, "dist-vsix/hewto.vsix");
const { archive } = await packExtension({ withServer: true });
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, archive);
console.log(`${relative(root, target)}: ${(archive.length / 1e6).toFixed(1)} MB`);
