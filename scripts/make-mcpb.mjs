// `npm run mcpb`: packs dist/ as an MCP bundle, dist-mcpb/hewto.mcpb, for hosts that install bundles. The packer is
// fetched by npm into a cache folder, because it is large and only needed for a release.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packer = "@anthropic-ai/mcpb@2.1.2";
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cache = join(root, "node_modules/.cache/hewto-mcpb");
const staged = join(cache, "staged");
const target = join(root, "dist-mcpb/hewto.mcpb");

const mcpb = packerProgram();
stage();
const run = (...words) => execFileSync(process.execPath, [mcpb, ...words], { cwd: cache, encoding: "utf8" });
console.log(run("validate", join(staged, "manifest.json")).trim());
mkdirSync(dirname(target), { recursive: true });
run("pack", staged, target);
// The packed bundle must work: unpack it and ask it something.
const unpacked = join(cache, "unpacked");
rmSync(unpacked, { recursive: true, force: true });
run("unpack", target, unpacked);
const said = execFileSync(process.execPath, [join(unpacked, "dist/hewto.js"), "--version"], {
  encoding: "utf8",
});
console.log(`dist-mcpb/hewto.mcpb: ${(statSync(target).size / 1e6).toFixed(1)} MB, ${said.trim()}`);

function packerProgram() {
  const program = join(cache, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), '{ "name": "hewto-mcpb", "private": true }\n');
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", packer], { cwd: cache });
  return program;
}

function stage() {
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  cpSync(join(root, "dist"), join(staged, "dist"), {
    recursive: true,
    filter: (path) => !path.endsWith("modules.json"),
  });
  for (const file of ["LICENSE", "NOTICE"]) cpSync(join(root, file), join(staged, file));
  cpSync(join(root, "packaging/mcpb-manifest.json"), join(staged, "manifest.json"));
}
