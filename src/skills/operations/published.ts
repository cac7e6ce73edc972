import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { withRepo } from "../../store/operations/configured.ts";
import { newestPublished, publish } from "../../store/published.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { readManifest } from "../serve/manifest.ts";
import { withRegistry } from "./registry-of.ts";

const kind = "skills";
const served = { never: "a step of a CI moves catalogs between machines" };

/** The skills of a repository with the digest of every file: whether an installed one is the published one. */
const Catalog = z.object({
  skills: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
    }),
  ),
});

export const pushSkills = operation({
  name: "skills_push",
  title: "Push skills",
  summary: "Publish the catalog of the skills of this repository in the shared store",
  icon: "skill",
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  served,
  cli: { words: "skills push" },
  input: z.object({}),
  output: z.object({ repo: z.string(), skills: z.int() }),
  run: (context) =>
    withRegistry(context, (registry) =>
      withRepo(context, async (store, repo) => {
        const { enabled } = (await registry.refresh()).snapshot;
        // Those of the person who publishes are not the repository's.
        const own = enabled.skills.filter(({ location }) => location === "project");
        if (own.length === 0)
          return fail(fault("skill_not_found", "This repository has no skills to publish.", ""));
        const skills: z.infer<typeof Catalog>["skills"] = [];
        for (const skill of own) {
          const manifest = await readManifest(skill);
          if (!manifest.ok) return manifest;
          const files = manifest.value.map(({ path, size, sha256 }) => ({ path, size, sha256 }));
          skills.push({ name: skill.name, description: skill.description, files });
        }
        const commit = (await gitStatus(context.workspace)).head ?? "";
        const at = context.clock().toISOString();
        const published = await publish(store, kind, repo.id, { at, commit, body: { skills } });
        return published.ok ? ok({ repo: repo.name, skills: skills.length }) : published;
      }),
    ),
  text: ({ repo, skills }) => printableLine(`Published ${count(skills, "skill")} of ${repo}.`),
});

const States = z.enum(["same", "differs", "absent"]);

export const publishedSkills = operation({
  name: "skills_published",
  title: "Published skills",
  summary: "List the skills that a repository published, and whether those installed here are the same",
  icon: "skill",
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  served,
  cli: { words: "skills published" },
  input: z.object({}),
  output: z.object({
    repo: z.string(),
    at: z.string(),
    commit: z.string(),
    skills: z.array(z.object({ name: z.string(), description: z.string(), files: z.int(), here: States })),
  }),
  run: (context) =>
    withRegistry(context, (registry) =>
      withRepo(context, async (store, repo) => {
        const newest = await newestPublished(store, kind, repo.id, Catalog);
        if (!newest.ok) return newest;
        if (!newest.value)
          return fail(
            fault("skill_not_found", `${repo.name} never published its skills.`, "", {
              suggest: { operation: "skills_push", to: "publish them" },
            }),
          );
        const { at, commit, body } = newest.value;
        const installed = (await registry.refresh()).snapshot.enabled.skills;
        const skills = [];
        for (const { name, description, files } of body.skills) {
          const own = installed.find((skill) => skill.name === name);
          const manifest = own && (await readManifest(own));
          const here = manifest?.ok ? (isSame(files, manifest.value) ? "same" : "differs") : "absent";
          skills.push({ name, description, files: files.length, here: States.parse(here) });
        }
        return ok({ repo: repo.name, at, commit, skills });
      }),
    ),
  text: ({ repo, at, commit, skills }) =>
    [
      `${repo} at ${commit.slice(0, 12)}, published ${at}`,
      ...skills.map(({ name, here, description }) => `  ${name} (${here} here): ${description}`),
    ]
      .map(printableLine)
      .join("\n"),
});

interface FileDigest {
  readonly path: string;
  readonly sha256: string;
}

function isSame(a: readonly FileDigest[], b: readonly FileDigest[]): boolean {
  const lines = (files: readonly FileDigest[]) => files.map(({ path, sha256 }) => `${sha256} ${path}`).sort();
  return JSON.stringify(lines(a)) === JSON.stringify(lines(b));
}
