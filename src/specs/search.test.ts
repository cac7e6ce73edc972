import { describe, expect, it } from "vitest";
import { requirement, scenario, spec, specPlace } from "../../test/support/specs.ts";
import { findSpecs, isSpecPath, loadSpec } from "./library.ts";
import { openProject } from "./project.ts";
import { oncePerRequirement, placeAt, type RankedPlace } from "./search.ts";

async function openSpecs(files: Record<string, string>) {
  const { root } = await specPlace(files);
  const project = await openProject({ root });
  return { project, entries: await findSpecs(project.workspace, project.layouts) };
}

async function onlySpec(text: string) {
  const { project, entries } = await openSpecs({ "specs/auth/spec.md": text });
  const [entry] = entries;
  if (!entry) throw new Error("There is no spec.");
  return loadSpec(project.workspace, entry);
}

describe("places in a spec", () => {
  it("every line belongs to the spec, to a requirement or to a scenario of it", async () => {
    const text = spec("auth", requirement("Session timeout", scenario("Idle for an hour", "signed out")));
    const loaded = await onlySpec(text);
    const lines = text.split("\n");
    const nameAt = (start: string) => {
      const place = placeAt(loaded, lines.findIndex((line) => line.startsWith(start)) + 1);
      return [place.requirement, place.scenario, place.line === 1];
    };
    expect(nameAt("## Purpose")).toEqual(["", undefined, true]);
    expect(nameAt("### Requirement")).toEqual(["Session timeout", undefined, false]);
    expect(nameAt("The system SHALL")).toEqual(["Session timeout", undefined, false]);
    expect(nameAt("#### Scenario")).toEqual(["Session timeout", "Idle for an hour", false]);
    expect(nameAt("- **THEN**")).toEqual(["Session timeout", "Idle for an hour", false]);
  });

  it("scenarios under no requirement belong to the title", async () => {
    const loaded = await onlySpec("# Login\n\n#### Scenario: Wrong password\n\n- WHEN a\n- THEN b\n");
    expect(placeAt(loaded, 5)).toMatchObject({ requirement: "Login", scenario: "Wrong password", line: 3 });
  });

  it("a requirement answers once, as itself unless a scenario holds more of the question", async () => {
    const { spec: entry } = placeAt(await onlySpec("# Login\n"), 1);
    const place = (requirement: string, scenario: string | undefined, coverage: number): RankedPlace => ({
      spec: entry,
      requirement,
      ...(scenario === undefined ? {} : { scenario }),
      line: 1,
      text: "",
      score: coverage,
      coverage,
    });
    const ranked = [
      place("a", "more", 0.9),
      place("b", "same", 0.8),
      place("a", undefined, 0.7),
      place("b", undefined, 0.8),
      place("b", "third", 0.5),
    ];
    const answers = oncePerRequirement(ranked).map((each) => [each.requirement, each.scenario, each.score]);
    expect(answers).toEqual([
      ["a", "more", 0.9],
      ["b", undefined, 0.8],
    ]);
  });
});

describe("paths of specs", () => {
  it("a path is one of a spec exactly when a file there is found as one", async () => {
    const files = [
      "openspec/specs/auth/spec.md",
      "openspec/specs/platform/billing/spec.md",
      "openspec/specs/001-numbered/spec.md",
      "openspec/specs/spec.md",
      "openspec/specs/auth/design.md",
      "openspec/specs/.hidden/spec.md",
      "openspec/specs/auth/.hidden/spec.md",
      "openspec/changes/a/specs/auth/spec.md",
      "specs/auth/spec.md",
      "specs/_changes/a/specs/auth/spec.md",
      "specs/_archive/a/specs/auth/spec.md",
      "specs/_drafts/spec.md",
      "specs/001-login/spec.md",
      "specs/spec.md",
      "docs/auth/spec.md",
    ];
    const { project, entries } = await openSpecs(Object.fromEntries(files.map((path) => [path, "# A\n"])));
    const found = entries.map((entry) => String(entry.path)).sort();
    expect(files.filter((path) => isSpecPath(project.layouts, path)).sort()).toEqual(found);
    expect(found).toHaveLength(4);
  });
});
