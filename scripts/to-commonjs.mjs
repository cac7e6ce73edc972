import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";

/**
 * Only ES modules can be split, but scripts start faster: they are found without URLs and, on Node 20, only they
 * can be loaded from kept machine code (src/workspace/state/code-cache.ts). Answers with a name for exactly these bytes.
 */
export async function toCommonJs(outdir) {
  const hash = createHash("sha256");
  const parts = join(outdir, "parts");
  for (const name of readdirSync(parts).sort()) {
    if (!name.endsWith(".js")) continue;
    const file = join(parts, name);
    // esbuild's own way calls whatever is named `require` there, and one package has a variable of that name.
    const source = readFileSync(file, "utf8").replace(/\bimport\("/g, 'hewtoImport("');
    const { code } = await transform(source, {
      format: "cjs",
      platform: "node",
      target: "node20.19",
      minify: true,
      define: { "import.meta.url": "hewtoUrl" },
    });
    const url = 'const hewtoUrl=require("node:url").pathToFileURL(__filename).href;';
    const load = "const hewtoImport=async(part)=>require(part);";
    const text = [code.includes("hewtoUrl") && url, code.includes("hewtoImport") && load, code]
      .filter(Boolean)
      .join("");
    hash.update(name).update(text);
    writeFileSync(file, text);
  }
  writeFileSync(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
  return hash.digest("hex").slice(0, 16);
}
