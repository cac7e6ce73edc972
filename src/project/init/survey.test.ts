import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { createStyle } from "../../operation/style.ts";
import { surveyText } from "./init-text.ts";
import { listLayouts, surveyProject } from "./survey.ts";

const survey = async (files: Record<string, string>) =>
  surveyProject({ root: await temporaryTree(files) }, undefined, {});

test("init shows no language in an F# project", async () => {
  const project = await survey({ "Tax.fsproj": "<Project/>", "src/Tax.fs": "module Tax\n", "build.fsx": "" });
  expect(project.languages).toEqual([{ language: "fsharp", files: 2, text_only: true }]);
  expect(surveyText("/p", project, createStyle(false, 80))).toMatch(/languages +fsharp 2 \(as text\)/);
});

test("languages are counted, most files first, with or without a parser", async () => {
  const project = await survey({
    "a.ts": "",
    "b.ts": "",
    "lib.hs": "",
    "notes.md": "",
    "c.py": "",
    LICENSE: "",
  });
  expect(project.languages).toEqual([
    { language: "typescript", files: 2 },
    { language: "haskell", files: 1, text_only: true },
    { language: "python", files: 1 },
  ]);
});

test("a folder with only git's and Hewto's own folders is empty", async () => {
  expect((await survey({ ".git/HEAD": "ref: refs/heads/main\n", ".hewto/x": "" })).empty).toBe(true);
  expect((await survey({ "a.txt": "" })).empty).toBe(false);
});

test("a specs folder with features only is spec-kit's, not a second layout", async () => {
  const root = await temporaryTree({ "specs/001-login/spec.md": "# Login\n" });
  expect(await listLayouts({ root })).toEqual([{ name: "spec-kit", path: "specs", holds: { feature: 1 } }]);
});

test("SpecMan's documents are a layout without its own folder", async () => {
  const root = await temporaryTree({ "spec/login/spec.md": "---\nname: login\n---\n# Login\n" });
  expect(await listLayouts({ root })).toMatchObject([{ name: "specman", holds: { specification: 1 } }]);
});
