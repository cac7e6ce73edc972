// Code: index once, then search code and docs and find callers. Answers are up to date without indexing again.
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { openHewto } from "hewto";
import { withFerry } from "./ferry.mjs";

await withFerry(async (workspace) => {
  const hewto = await openHewto({ workspace });

  const index = await hewto.indexCodebase({ path: workspace });
  console.log(`${index.files.indexed} files indexed`);

  const code = await hewto.searchCode({ query: "cancel a booking", limit: 3 });
  console.log(code.results[0].path);

  const docs = await hewto.searchDocs({ query: "operations", limit: 1 });
  console.log(docs.results[0].path);

  await appendFile(join(workspace, "Sources/Ferry/Crossing.swift"), "\nfunc blowTheHorn() {}\n");
  const { results, freshness } = await hewto.searchCode({ query: "blowTheHorn" });
  console.log(`${results[0].path}, ${freshness.reread} file read again`);

  const { findings } = await hewto.codeResearch({ query: "who uses Crossing", depth: 1 });
  console.log(`${findings.length > 0 ? "found" : "found nothing"}`);
  // The same answer as text, as a model sees it:
  console.log((await hewto.text("find_symbol", { name: "Crossing" })).split("\n")[0]);
});
