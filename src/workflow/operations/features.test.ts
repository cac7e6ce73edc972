import { expect, test } from "vitest";
import { proposal, specPlace } from "../../../test/support/specs.ts";
import { listFeatures, showFeature } from "./features.ts";

test("features list in a repository of changes does not ask to start a second format", async () => {
  const changes = {
    "openspec/project.md": "# Project\n",
    "openspec/changes/add-modules/proposal.md": proposal,
  };
  const place = await specPlace(changes);
  const { value, message } = await place.call(listFeatures);
  expect(value.features).toEqual([]);
  expect(message).toContain("No features: this repository plans its work as changes.");
  expect(message).not.toContain("create one");
  const both = await specPlace({ ...changes, ".specify/templates/spec-template.md": "# [FEATURE NAME]\n" });
  expect((await both.call(listFeatures)).message).toContain("No features yet.");
});

test("features show lists contracts and documents of the team's own", async () => {
  const place = await specPlace({
    "specs/001-llm/spec.md": "# Feature Specification: LLM\n",
    "specs/001-llm/contracts/llm.openapi.yaml": "openapi: 3.1.0\n",
    "specs/001-llm/frontend-changes.md": "# Frontend\n",
  });
  const { value } = await place.call(showFeature, { spec: "1" });
  expect(value.documents).toEqual(["spec.md", "contracts/llm.openapi.yaml", "frontend-changes.md"]);
});
