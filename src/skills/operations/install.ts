import { isAbsolute, join, relative, sep } from "node:path";
import * as z from "zod";
import { fault, faultText } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation } from "../../operation/operation.ts";
import { absolutePath, isWithin } from "../../workspace/paths/paths.ts";
import { type Destination, type InstallOptions, installSkill, type Origin } from "../install/install.ts";
import { type LockedSkill, lockName, readLock } from "../install/lock-file.ts";
import { openSource } from "../install/open-source.ts";
import { type PreparedSkill, prepareSkills } from "../install/prepare.ts";
import { parseSource, type Source } from "../install/source.ts";
import { stateFor } from "../install/toggle.ts";
import { destinationOf } from "./destination.ts";
import { registryOf } from "./registry-of.ts";

const Input = z.object({
  source: z
    .string()
    .optional()
    .describe("A folder, an archive, or a repository; with --frozen absent: all of the lock file"),
  names: z.array(z.string()).default([]).describe("Which skills of the source"),
  all: z.boolean().optional().describe("All skills of the source"),
  to: z.string().default("agents").describe("The agent whose folder gets them: agents, claude, codex, …"),
  scope: z.enum(["project", "user"]).default("project").describe("In the project or in the home"),
  dir: z.string().optional().describe("Another folder to install into"),
  ref: z.string().optional().describe("Branch, tag or commit of a repository"),
  path: z.string().optional().describe("The folder inside the source to look in"),
  force: z.boolean().optional().describe("Replace a skill that is there and differs"),
  frozen: z.boolean().optional().describe("Install only what the lock file has, to the byte"),
  accept_findings: z.boolean().optional().describe("Install although the scanner found something dangerous"),
  dry_run: z.boolean().optional().describe("Say what would be done"),
});
type Input = z.output<typeof Input>;

const Row = z.object({
  skill: z.string(),
  path: z.string(),
  status: z.enum(["installed", "overwritten", "unchanged", "skipped", "failed"]),
  error: z.string().optional(),
  findings: z.number(),
});
type Row = z.infer<typeof Row>;

const Output = z.object({
  destination: z.string(),
  lock: z.string(),
  dry_run: z.boolean(),
  results: z.array(Row),
  installed: z.number(),
  overwritten: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  failed: z.number(),
});

export const installOperation = operation({
  name: "skills_install",
  title: "Install skills",
  summary:
    "Install skills from a folder, an archive or a repository: checked first, whole or not at all, locked by digest",
  icon: "play",
  effects: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  served: { never: "an agent must not decide which instructions it gets" },
  input: Input,
  output: Output,
  cli: {
    words: "skills install",
    examples: [
      "skills install ../shared/skills pdf",
      "skills install https://github.com/OWNER/REPOSITORY --ref v1.2 --all",
      "skills install --frozen",
    ],
    positionals: ["source", "names..."],
  },
  exitCode: ({ failed }) => (failed > 0 ? 1 : 0),
  run: async (context, input) => {
    const registry = registryOf(context);
    if (!registry.ok) return registry;
    const destination = await destinationOf(context, registry.value, input);
    if (!destination.ok) return destination;
    const state = stateFor(registry.value.options.paths.home);
    const job: Job = { context, input, destination: destination.value, state };
    const results = input.source === undefined ? await fromLock(job) : await fromSource(job, input.source);
    if (!results.ok) return results;
    const { root, folder } = destination.value;
    const place = absolutePath(root, folder);
    const having = (status: Row["status"]) => results.value.filter((row) => row.status === status).length;
    return ok({
      destination: place,
      lock: join(place, lockName),
      dry_run: input.dry_run === true,
      results: results.value,
      installed: having("installed"),
      overwritten: having("overwritten"),
      unchanged: having("unchanged"),
      skipped: having("skipped"),
      failed: having("failed"),
    });
  },
  text: ({ results, dry_run, lock }) => {
    const lines = results.map(({ skill, status, path, error, findings }) => {
      const shown = count(findings, "finding");
      const found = findings > 0 ? ` (${shown}; \`hewto skills validate\` tells more)` : "";
      const wouldBe = dry_run && (status === "installed" || status === "overwritten") ? "would be " : "";
      return printable(`${skill}: ${wouldBe}${status}${error ? `: ${error}` : ` ${path}`}${found}`);
    });
    const isLocked = results.some(({ status }) => status !== "failed" && status !== "skipped");
    const end = dry_run ? ["Nothing was written."] : isLocked ? [`Lock file: ${printable(lock)}`] : [];
    return [...lines, ...end].join("\n");
  },
});

interface Job {
  readonly context: Context;
  readonly input: Input;
  readonly destination: Destination;
  readonly state: string;
}

async function fromSource(job: Job, text: string, cwd = process.cwd()): Promise<Result<Row[]>> {
  const { ref, path, names, all } = job.input;
  const source = parseSource(text, { cwd, ref, path });
  if (!source.ok) return source;
  const opened = await openSource(source.value, { state: job.state, signal: job.context.signal });
  if (!opened.ok) return opened;
  try {
    const prepared = await prepareSkills(opened.value.folder, opened.value.top);
    const chosen = prepared.ok ? choose(prepared.value, names, all === true) : prepared;
    if (!chosen.ok) return chosen;
    const { value } = source;
    const { commit } = opened.value;
    const origin: Origin = {
      source: portable(job, value),
      ...(value.kind === "git" && value.ref !== undefined ? { ref: value.ref } : {}),
      ...(commit === undefined ? {} : { commit }),
    };
    return ok(await installAll(job, chosen.value, origin));
  } finally {
    await opened.value.close();
  }
}

/** How the lock file names a source: relative where it is in the same project, so that others find it too. */
function portable({ destination }: Job, source: Source): string {
  const place =
    source.kind === "git" ? source.url : source.kind === "archive" ? source.file : source.directory;
  const { root } = destination.root;
  if (!isAbsolute(place) || !isWithin(root, place)) return place;
  return `./${relative(root, place).split(sep).join("/")}`;
}

/** Every skill of the lock file from where it came from, the repository at the very commit. */
async function fromLock(job: Job): Promise<Result<Row[]>> {
  const { root, folder } = job.destination;
  if (!job.input.frozen) {
    return fail(
      fault("invalid_argument", "Install what? Name a source.", "Or --frozen, for what the lock file has."),
    );
  }
  const lock = await readLock(root, folder);
  if (!lock.ok) return lock;
  if (lock.value.skills.size === 0) {
    const message = `No lock file is in ${printable(absolutePath(root, folder))}.`;
    return fail(fault("path_not_found", message, "Install from a source first; that writes it."));
  }
  const rows: Row[] = [];
  for (const [name, locked] of lock.value.skills) rows.push(...(await oneOfLock(job, name, locked)));
  return ok(rows);
}

async function oneOfLock(job: Job, name: string, locked: LockedSkill): Promise<Row[]> {
  const ref = locked.commit ?? locked.ref;
  const input = {
    ...job.input,
    ref,
    path: locked.path === "" ? undefined : locked.path,
    names: [name],
    all: false,
  };
  const rows = await fromSource({ ...job, input }, locked.source, job.destination.root.root);
  return rows.ok
    ? rows.value
    : [{ skill: name, path: "", status: "failed", error: faultText(rows.fault), findings: 0 }];
}

function choose(
  prepared: readonly PreparedSkill[],
  names: readonly string[],
  all: boolean,
): Result<PreparedSkill[]> {
  if (all || (names.length === 0 && prepared.length === 1)) return ok([...prepared]);
  const known = prepared.map(({ name }) => name);
  const missing = names.find((name) => !known.includes(name));
  if (missing === undefined && names.length > 0)
    return ok(prepared.filter(({ name }) => names.includes(name)));
  const message =
    missing === undefined
      ? "The source has several skills."
      : `The source has no skill \`${printable(missing)}\`.`;
  const remedy = `Name those you want, or --all. It has: ${known.join(", ")}.`;
  return fail(fault("invalid_argument", message, remedy, { details: { skills: known } }));
}

async function installAll(job: Job, skills: readonly PreparedSkill[], origin: Origin): Promise<Row[]> {
  const { input, destination, context } = job;
  const options: InstallOptions = {
    force: input.force === true,
    dryRun: input.dry_run === true,
    frozen: input.frozen === true,
    acceptFindings: input.accept_findings === true,
    signal: context.signal,
  };
  const rows: Row[] = [];
  for (const skill of skills) {
    const path = join(absolutePath(destination.root, destination.folder), skill.name);
    const done = await installSkill(destination, skill, origin, options);
    const common = { skill: skill.name, path, findings: skill.findings.length };
    if (!done.ok) rows.push({ ...common, status: "failed", error: faultText(done.fault) });
    else if (done.value !== "skipped") rows.push({ ...common, status: done.value });
    else rows.push({ ...common, status: "skipped", error: "Another version is there; --force replaces it." });
  }
  return rows;
}
