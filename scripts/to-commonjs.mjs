import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";

/**
 * Only ES modules can be split, but scripts start faster: they are found without URLs and, on Node 20, only they
 * can be loaded from kept machine code (src/workspace/code-cache.ts). Answers with a name for exactly these bytes.
 */
export async function toCommonJs(outdir) {
  const hash = createHash("sha256");
  const parts = join(outdir, "parts");
  for (const name of readdirSync(parts).sort()) {
    if (!name.endsWith(".js")) continue;
    const file = join(parts, name);
    const { code } = await transform(readFileSync(file, "utf8"), {
      format: "cjs",
      platform: "node",
      target: "node20.19",
      minify: true,
      supported: { "dynamic-import": false },
      define: { "import.meta.url": "hewtoUrl" },
    });
    const url = 'const hewtoUrl=require("node:url").pathToFileURL(__filename).href;';
    const text = code.includes("hewtoUrl") ? url + code : code;
    hash.update(name).update(text);
    writeFileSync(file, text);
  }
  writeFileSync(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
  return hash.digest("hex").slice(0, 16);
}
