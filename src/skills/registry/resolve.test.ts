import * as fc from "fast-check";
import { expect, test } from "vitest";
import { registryIn, skillText, skillTree } from "../../../test/support/skills.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import type { Discovery } from "../discover/discover.ts";
import { baseName, fullName, idOf } from "../names.ts";
import { availableSkills } from "../serve/catalog-text.ts";
import type { Skill, SkillSource } from "../skill.ts";
import { callName, qualifiedName, resolveSkill, suggest } from "./resolve.ts";
import { buildView, type View } from "./view.ts";

const plugins = (...names: string[]) =>
  JSON.stringify({ plugins: Object.fromEntries(names.map((name) => [`${name}@m`, { installPath: name }])) });
const pluginsFile = "home/.claude/plugins/installed_plugins.json";

type Options = Parameters<typeof registryIn>[1];

async function resolving(files: Record<string, string>, options: Options = {}) {
  const registry = await registryIn(await skillTree(files), options);
  const { enabled: view } = await registry.snapshot();
  return (name: string) => {
    const result = resolveSkill(view, name);
    return result.ok ? result.value.id : result.fault;
  };
}

test("a name in two providers is ambiguous; the error names both, and each loads the right skill", async () => {
  const resolve = await resolving({
    "ws/.claude/skills/pdf/SKILL.md": skillText("pdf"),
    "home/.codex/skills/pdf/SKILL.md": skillText("pdf"),
  });
  expect(resolve("pdf")).toMatchObject({
    code: "skill_ambiguous",
    remedy: "Specify `claude:pdf` or `codex:pdf`.",
    details: { candidates: ["claude:pdf", "codex:pdf"] },
  });
  expect(resolve("codex:pdf")).toBe("codex:pdf");
  expect(resolve("CLAUDE:PDF")).toBe("claude:pdf");
});

test("a short name in two plugins is ambiguous; every qualified form resolves to its plugin", async () => {
  const resolve = await resolving({
    [pluginsFile]: plugins("example", "other"),
    "home/.claude/plugins/example/pdf/SKILL.md": skillText("pdf"),
    "home/.claude/plugins/other/pdf/SKILL.md": skillText("pdf"),
  });
  expect(resolve("pdf")).toMatchObject({
    code: "skill_ambiguous",
    details: { candidates: ["example:pdf", "other:pdf"] },
  });
  expect(resolve("claude:pdf")).toMatchObject({ code: "skill_ambiguous" });
  for (const name of [
    "example:pdf",
    "@example:pdf",
    "claude:@example:pdf",
    "claude:example:pdf",
    "EXAMPLE:PDF",
  ]) {
    expect(resolve(name), name).toBe("claude:@example:pdf");
  }
});

// [ENSURES: requirement-unambiguous-names.rules:TEST]
// covers ccski: loads-by-short-name-and-priority
test("a skill's own name comes before a plugin's short name, and claude:x resolves to the x of a single plugin", async () => {
  const resolve = await resolving({
    "home/.claude/skills/pdf/SKILL.md": skillText("pdf"),
    [pluginsFile]: plugins("example"),
    "home/.claude/plugins/example/pdf/SKILL.md": skillText("pdf"),
    "home/.claude/plugins/example/fmt/SKILL.md": skillText("fmt"),
  });
  expect(resolve("pdf")).toBe("claude:pdf");
  expect(resolve("claude:pdf")).toBe("claude:pdf");
  expect(resolve("claude:fmt")).toBe("claude:@example:fmt");
  expect(resolve("fmt")).toBe("claude:@example:fmt");
});

test("a provider and a plugin with the same name do not hide each other", async () => {
  const resolve = await resolving({
    "ws/.ex/skills/tool/SKILL.md": skillText("tool"),
    [pluginsFile]: plugins("ex"),
    "home/.claude/plugins/ex/tool/SKILL.md": skillText("tool"),
    "home/.claude/plugins/ex/more/SKILL.md": skillText("more"),
  });
  expect(resolve("ex:tool")).toBe("ex:tool");
  expect(resolve("@ex:tool")).toBe("claude:@ex:tool");
  expect(resolve("ex:more")).toBe("claude:@ex:more");
});

test("under --include=codex a Claude-only name is not found, with suggestions from codex alone", async () => {
  const resolve = await resolving(
    {
      "ws/.claude/skills/secret-plan/SKILL.md": skillText("secret-plan"),
      "ws/.claude/skills/pdf/SKILL.md": skillText("pdf"),
      "ws/.codex/skills/pdf/SKILL.md": skillText("pdf"),
    },
    { include: ["codex"] },
  );
  expect(resolve("secret-plan")).toMatchObject({
    code: "skill_not_found",
    details: { suggestions: ["pdf"] },
  });
  expect(resolve("claude:pdf")).toMatchObject({ details: { suggestions: ["codex:pdf"] } });
});

test("an invalid SKILL.md explains its own name, not another provider's, and not when filtered", async () => {
  const files = {
    "ws/.claude/skills/broken/SKILL.md": "---\nname: broken\n",
    "ws/.codex/skills/pdf/SKILL.md": skillText("pdf"),
  };
  const open = await resolving(files);
  for (const name of ["broken", "Claude:broken"]) {
    expect(open(name), name).toMatchObject({ message: expect.stringContaining("never closed") });
  }
  expect(open("codex:broken")).toMatchObject({ details: { suggestions: ["codex:pdf"] } });
  for (const options of [{ include: ["codex"] }, { exclude: ["claude"] }]) {
    const filtered = await resolving(files, options);
    expect(filtered("broken"), JSON.stringify(options)).toMatchObject({
      code: "skill_not_found",
      message: "Skill `broken` was not found.",
      details: { suggestions: ["pdf"] },
    });
  }
});

test("an invalid SKILL.md explains every name that it would have, and no other", async () => {
  const broken = "---\nname: broken\n";
  const files = {
    [pluginsFile]: plugins("example"),
    "home/.claude/plugins/example/inside/SKILL.md": broken,
    "extra/scoped/SKILL.md": broken,
    "plain/alone/SKILL.md": broken,
  };
  const resolve = await resolving(files, { skillDirs: ["../extra?scope=docs", "../plain"] });
  const inPlugin = ["inside", "example:inside", "@example:inside", "claude:inside", "claude:@example:inside"];
  const scoped = ["scoped", "docs:scoped", "file:scoped", "file:docs:scoped"];
  const alone = ["alone", "other:alone", "file:alone", "file:other:alone"];
  for (const name of [...inPlugin, "claude:example:inside", ...scoped, ...alone])
    expect(resolve(name), name).toMatchObject({ message: expect.stringContaining("never closed") });
  for (const name of ["codex:inside", "other:inside", "other:scoped", "docs:alone", "example"])
    expect(resolve(name), name).toMatchObject({ message: expect.stringMatching(/ was not found\.$/) });
});

test("a typo gets the most similar names as suggestions", async () => {
  const names = ["pdf", "planner", "docx-writer", "xlsx"];
  const files = Object.fromEntries(names.map((name) => [`ws/skills/${name}/SKILL.md`, skillText(name)]));
  const { enabled: view } = await (await registryIn(await skillTree(files))).snapshot();
  expect(suggest(view, "pfd")[0]).toBe("pdf");
  expect(suggest(view, "plan")[0]).toBe("planner");
  expect(suggest(view, "write-docx")[0]).toBe("docx-writer");
});

test("malformed names give a clean error", async () => {
  const resolve = await resolving({ "ws/skills/a/SKILL.md": skillText("a") });
  for (const name of [
    "",
    " ",
    "none",
    "../../etc/passwd",
    "/etc/passwd",
    "skill://x",
    "a\0",
    "x".repeat(10_000),
  ]) {
    expect(resolve(name), name.slice(0, 20)).toMatchObject({ code: "skill_not_found" });
  }
});

const word = fc.constantFrom(
  "pdf",
  "PDF",
  "tool",
  "ex",
  "claude",
  "solo",
  "other",
  "a:b",
  "x:pdf",
  "@ex:pdf",
);
const provider = fc.constantFrom("claude", "codex", "ex", "file", "other", "solo");
const sighting = fc.record({
  provider,
  own: word,
  plugin: fc.option(fc.constantFrom("ex", "solo", "claude", "pdf", "@org/x"), { nil: undefined }),
  scope: fc.option(fc.constantFrom("docs", "claude"), { nil: undefined }),
  kind: fc.constantFrom("custom" as const, "workspace-agent" as const, "user-agent" as const),
  folder: fc.integer({ min: 0, max: 6 }),
  linked: fc.boolean(),
});

test("every printed name resolves to exactly the skill it was printed for", () => {
  fc.assert(
    fc.property(fc.array(sighting, { maxLength: 12 }), word, (drawn, query) => {
      const view = viewOf(drawn.map(toSkill));
      for (const skill of view.skills) {
        for (const name of [skill.id, callName(view, skill), qualifiedName(view, skill), skill.path]) {
          expect(view.names.find(name)).toEqual([skill]);
        }
      }
      expect(new Set(view.skills.map(({ path }) => path)).size).toBe(view.skills.length);
      expect(new Set(view.skills.map(({ id }) => id.toLowerCase())).size).toBe(view.skills.length);
      expect(view.visibility.size).toBe(drawn.length);
      const result = resolveSkill(view, query);
      const named = result.ok ? [] : namesIn(result.fault.details);
      for (const name of [...named, ...suggest(view, query)]) expect(view.names.find(name)).toHaveLength(1);
    }),
    { numRuns: 2000 },
  );
});

test("the block prints an id exactly where the name alone does not resolve", () => {
  const view = viewOf([
    toSkill({ provider: "claude", own: "pdf", kind: "user-agent", folder: 1, linked: false }),
    toSkill({ provider: "codex", own: "pdf", kind: "user-agent", folder: 2, linked: false }),
    toSkill({ provider: "codex", own: "solo", kind: "user-agent", folder: 3, linked: false }),
  ]);
  const block = availableSkills(view);
  expect(block).toContain("<name>pdf</name><id>claude:pdf</id>");
  expect(block).toContain("<name>pdf</name><id>codex:pdf</id>");
  expect(block).toContain("<name>solo</name><description>");
});

interface Drawn {
  provider: string;
  own: string;
  plugin?: string | undefined;
  scope?: string | undefined;
  kind: SkillSource["kind"];
  folder: number;
  linked: boolean;
}

function toSkill(drawn: Drawn, order = drawn.folder): Skill {
  const plugin = drawn.plugin ? { name: drawn.plugin, marketplace: "m", version: "1" } : undefined;
  const scope = drawn.kind === "custom" ? drawn.scope : undefined;
  const source = { ...(plugin ? { plugin } : {}), ...(scope ? { scope } : {}) };
  const name = fullName(drawn.own, source);
  const absolute = `/skills/${drawn.folder}`;
  return {
    ...source,
    provider: drawn.provider,
    location: plugin ? "plugin" : "user",
    kind: plugin ? "plugin" : drawn.kind,
    order,
    id: idOf(drawn.provider, name, plugin),
    name,
    base: baseName(name),
    description: "d",
    folder: { jail: { root: absolute }, path: literalPath(""), absolute },
    file: "SKILL.md",
    path: `${absolute}/SKILL.md`,
    disabled: false,
    linked: drawn.linked,
    mtimeMs: drawn.folder,
    document: {
      name: drawn.own,
      description: "d",
      fields: {},
      lines: new Map(),
      verbatim: true,
      problems: [],
    },
    problems: [],
  };
}

function viewOf(skills: Skill[]): View {
  const discovery: Discovery = { skills, invalid: [], problems: [], roots: [] };
  return buildView(discovery, { include: [], exclude: [] }, "enabled");
}

function namesIn(details: Readonly<Record<string, unknown>> | undefined): string[] {
  const lists = [details?.["candidates"], details?.["ids"], details?.["suggestions"]];
  return lists.flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
}

test("the name of an invalid SKILL.md is answered with its problem", async () => {
  const resolve = await resolving({ "ws/.claude/skills/notes/SKILL.md": "---\nname: notes\n---\n" });
  for (const name of ["notes", "claude:notes", "NOTES"]) {
    expect(resolve(name)).toMatchObject({
      code: "skill_not_found",
      message: expect.stringMatching(/notes\/SKILL\.md exists but cannot be served\. .*`description`/),
    });
  }
});
