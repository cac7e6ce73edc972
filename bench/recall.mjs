// Which declarations the parsers find, beside an independent reader: universal-ctags (Debian package of that name),
// which knows all languages here but Swift (that is `npm run bench swift-recall`). HEWTO_BENCH_DATA names a folder of
// repositories; `npm run bench recall -- FOLDER …` looks at others. Tests and vendored code are left out.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const data = process.env.HEWTO_BENCH_DATA ?? join(import.meta.dirname, "data");
const given = process.argv.slice(2).filter((word) => word !== "--");
const folders =
  given.length > 0
    ? given
    : existsSync(data)
      ? readdirSync(data)
          .map((name) => join(data, name))
          .filter((folder) => statSync(folder).isDirectory())
      : [];

if (spawnSync("ctags", ["--version"]).status !== 0) {
  console.log("universal-ctags is not installed.");
} else if (folders.length === 0) {
  console.log(`No repositories in ${data}. See docs/code.md, "Benchmarks".`);
} else {
  const { recallOf } = await bundled("bench/code/recall.ts");
  console.log("language        repository                     ctags    found   share");
  for (const folder of folders) {
    for (const { language, wanted, found } of await recallOf(realpathSync(folder))) {
      const share = ((100 * found) / wanted).toFixed(1);
      const name = folder.slice(folder.lastIndexOf("/") + 1);
      console.log(
        `${language.padEnd(16)}${name.padEnd(28)}${String(wanted).padStart(8)}${String(found).padStart(9)}${`${share} %`.padStart(9)}`,
      );
    }
  }
}
