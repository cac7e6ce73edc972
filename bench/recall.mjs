// What the graph has of what is in the text, in every language.
// Calls: 30 functions of each repository whose name is unique and that are called from another folder; the truth is a
// search for the name with a parenthesis. Declarations: compared with an independent parser, universal-ctags (Debian
// package of that name), in all languages but Swift (that is `npm run bench swift-recall`).
// HEWTO_BENCH_DATA names a folder of repositories; `npm run bench recall -- FOLDER …` uses others, `--calls` leaves out
// declarations, `--misses` lists the call lines that are missing. Tests count as callers only; vendored code is left out.
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";
import { dataFolder, dataStates, needData } from "./support/data.mjs";

const words = process.argv.slice(2).filter((word) => word !== "--");
const isVerbose = words.includes("--misses");
const given = words.filter((word) => !word.startsWith("--"));
if (given.length === 0) {
  needData("calls");
  if (!words.includes("--calls")) needData("recall");
}
const namesOf = (bench) =>
  dataStates(bench).map(({ name, language }) => ({ folder: join(dataFolder, name), language }));
const own = given.map((folder) => ({ folder, language: undefined }));

await printCalls(given.length > 0 ? own : namesOf("calls"));
if (!words.includes("--calls")) await printDeclarations(given.length > 0 ? own : namesOf("recall"));

async function printCalls(repositories) {
  const { callRecallOf } = await bundled("bench/code/call-recall.ts");
  console.log(
    "Call lines found             functions  other folders       possible  no reference  same folder",
  );
  const rows = [];
  for (const { folder, language } of repositories) {
    for (const row of await callRecallOf(realpathSync(folder), language)) {
      rows.push(row);
      console.log(callRow(row, baseName(folder)));
      if (isVerbose) for (const miss of row.misses) console.log(`    ${miss}`);
    }
  }
  const low = rows.filter(({ otherFolders: { found, wanted } }) => found / wanted < 0.95);
  console.log(
    `Goal: at least 0.95 of the call lines from other folders. ${low.length > 0 ? `MISSED by ${low.length} of ${rows.length} rows.` : "Reached by all."}`,
  );
  if (low.length > 0 && given.length === 0) process.exitCode = 1;
}

function callRow({ language, functions, otherFolders, sameFolder, withoutReferences }, name) {
  const share = ({ found, wanted }) => (wanted === 0 ? "–" : (found / wanted).toFixed(2));
  const possible = otherFolders.found === 0 ? "–" : (otherFolders.possible / otherFolders.found).toFixed(2);
  const counts = `${otherFolders.found}/${otherFolders.wanted}`;
  return [
    `${language.padEnd(12)}${name.padEnd(24)}`,
    String(functions).padStart(4),
    `${counts.padStart(11)} ${share(otherFolders)}`,
    possible.padStart(13),
    String(withoutReferences).padStart(13),
    `${`${sameFolder.found}/${sameFolder.wanted}`.padStart(12)} ${share(sameFolder)}`,
  ].join("");
}

async function printDeclarations(repositories) {
  if (spawnSync("ctags", ["--version"]).status !== 0) {
    console.log("universal-ctags is not installed: the Debian package universal-ctags has it.");
    process.exitCode = 1;
    return;
  }
  const { recallOf } = await bundled("bench/code/recall.ts");
  console.log("\nDeclarations    repository                     ctags    found   share");
  for (const { folder } of repositories) {
    for (const { language, wanted, found } of await recallOf(realpathSync(folder))) {
      const share = ((100 * found) / wanted).toFixed(1);
      console.log(
        `${language.padEnd(16)}${baseName(folder).padEnd(28)}${String(wanted).padStart(8)}${String(found).padStart(9)}${`${share} %`.padStart(9)}`,
      );
    }
  }
}

function baseName(folder) {
  return folder.slice(folder.lastIndexOf("/") + 1);
}
