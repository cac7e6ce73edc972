import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { run } from "../support/processes.ts";
import { temporaryFolder, writeTree } from "../support/temporary.ts";

const typed = `
import { openHewto, HewtoError, connectAgent, serverCommand, version, type Hewto } from "hewto";
import type { SearchCodeOutput, Outcome, FaultCode } from "hewto";

export async function use(): Promise<string> {
  const hewto: Hewto = await openHewto({ workspace: ".", onLog: (level, message) => console.log(level, message) });
  const { specs } = await hewto.listSpecs();
  const found: SearchCodeOutput = await hewto.call("search_code", { query: "x", limit: undefined });
  const paths: string[] = found.results.map(({ path }) => path);
  const text: string = await hewto.skill({ name: "pdf" });
  const code: FaultCode = "spec_not_found";
  const agent = await connectAgent(serverCommand({ profile: "spox" }));
  const outcome: Outcome = await agent.call("list_specs");
  // @ts-expect-error the id is required
  await hewto.getSpecRequirements({});
  // @ts-expect-error no such argument
  await hewto.searchCode({ query: "x", limt: 3 });
  // @ts-expect-error no such operation
  await hewto.call("no_such_operation", {});
  // @ts-expect-error of the wrong type
  const wrong: number = specs[0]?.id;
  return [version, code, text, ...paths, outcome.state, String(wrong), String(HewtoError)].join();
}
`;

const names = "HewtoError,Refusal,connectAgent,openHewto,serverCommand,version";

/** A project that has installed the package and nothing else, by links to what is built here. */
async function project(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of ["package.json", "dist/package.json", "dist/types"])
    await cp(file, join(folder, "node_modules/hewto", file), { recursive: true });
  await writeTree(folder, files);
  return folder;
}

// [ENSURES: requirement-a-typed-library.rules:TEST]
test.each(["nodenext", "bundler"])(
  "the types hold under %s with every check on and no other package installed",
  async (moduleResolution) => {
    const compilerOptions = {
      module: moduleResolution === "nodenext" ? "nodenext" : "esnext",
      moduleResolution,
      target: "es2023",
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
    };
    const folder = await project({
      "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*.mts", "*.cts"] }),
      "esm.mts": typed,
      ...(moduleResolution === "nodenext" ? { "cjs.cts": typed } : {}),
    });
    const tsc = promisify(execFile)(resolve("node_modules/.bin/tsc"), ["-p", folder]);
    expect(await tsc.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({ stdout: "" });
  },
);

test("names come by import and by require, and nothing runs or is printed by loading", async () => {
  // Inside the repository the package finds itself by its name.
  const esm = `import * as all from "hewto"; import { openHewto } from "hewto";
    console.log(Object.keys(all).filter((name) => !/default|module/.test(name)).join(), typeof openHewto);`;
  const imported = await run("--input-type=module", ["--eval", esm]);
  expect(imported).toEqual({ code: 0, output: `${names} function\n`, errors: "" });
  const required = await run("--input-type=commonjs", [
    "--eval",
    'console.log(Object.keys(require("hewto")).sort().join())',
  ]);
  expect(required).toEqual({ code: 0, output: `${names}\n`, errors: "" });
});
