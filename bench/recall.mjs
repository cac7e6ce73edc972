// Which declarations the parsers find, compared with an independent parser: universal-ctags (Debian package of that
// name), which supports all languages here except Swift (that is `npm run bench swift-recall`). HEWTO_BENCH_DATA names a folder of
// repositories; `npm run bench recall -- FOLDER …` uses others. Tests and vendored code are left out.
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";
import { dataFolder, dataStates, needData } from "./support/data.mjs";

const given = process.argv.slice(2).filter((word) => word !== "--");
if (given.length === 0) needData("recall");
const named = () => dataStates("recall").map(({ name }) => join(dataFolder, name));
const folders = given.length > 0 ? given : named();

if (spawnSync("ctags", ["--version"]).status !== 0) {
  console.log("universal-ctags is not installed: the Debian package universal-ctags has it.");
  process.exitCode = 1;
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
