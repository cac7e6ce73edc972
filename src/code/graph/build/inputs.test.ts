import { expect, test } from "vitest";
import { indexFolder as indexed } from "../../../../test/support/code-index.ts";
import { temporaryTree } from "../../../../test/support/temporary.ts";
import { CodeIndex } from "../../index/fresh.ts";
import { indexFolder } from "../../index/home.ts";
import { openGraph, readLatest } from "../format/stored.ts";
import { CodeGraph } from "./code-graph.ts";
import { inputsOf } from "./inputs.ts";

test("the graph of an index that older parsers wrote is not taken for the graph of a newer index", async () => {
  const root = await temporaryTree({ "Lamp.swift": "struct Lamp { func dim() {} }\n" });
  await indexed(root);
  const current = new CodeIndex({ root }).stored();
  if (!current) throw new Error("The folder is not indexed.");
  const { analysis } = current.manifest;
  const older = { ...current, manifest: { ...current.manifest, analysis: "older parsers" } };
  expect(inputsOf(older).id).not.toBe(inputsOf(current).id);

  const graph = await new CodeGraph({ root }).of(older, async () => true);
  expect(graph).toBeDefined();
  const folder = indexFolder({ root });
  expect(openGraph(folder, inputsOf(older).id)).toBeDefined();
  expect(openGraph(folder, inputsOf(current).id)).toBeUndefined();
  // Nor does the next build start from what those parsers gave.
  const latest = readLatest(folder, "older parsers");
  expect(latest).toBeDefined();
  latest?.graph.close();
  expect(readLatest(folder, analysis)).toBeUndefined();
});
