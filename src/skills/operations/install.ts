import { isAbsolute, join, relative, sep } from "node:path";
import * as z from "zod";
import { fault, faultText } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import type { FlagSpec } from "../../operation/flags.ts";
import { operation } from "../../operation/operation.ts";
import { absolutePath, isWithin } from "../../workspace/paths/paths.ts";
import { destinationOf } from "../install/destination.ts";
import { type Destination, type InstallOptions, installSkill, type Origin } from "../install/install.ts";
import { type LockedSkill, lockName, readLock } from "../install/lock-file.ts";
import { openSource } from "../install/open-source.ts";
import { type PreparedSkill, prepareSkills } from "../install/prepare.ts";
import { parseSource, type Source } from "../install/source.ts";
import { stateFor } from "../install/toggle.ts";
import { userDirFlag } from "./flags.ts";
import { withRegistry } from "./registry-of.ts";

const Input = z.object({
  source: z
    .string()
    .optional()
    .describe("A folder, an archive or a repository; optional with --frozen, which reinstalls the lock file"),
  names: z.array(z.string()).default([]).describe("The skills of the source to install"),
  all: z.boolean().optional().describe("Install all skills of the source"),
  to: z.string().default("agents").describe("The agent to install for: agents, claude, codex, …"),
  scope: z
    .enum(["project", "user"])
    .default("project")
    .describe("Install in the project or in the home directory"),
  dir: z.string().optional().describe("Install into this folder instead"),
  ref: z.string().optional().describe("Branch, tag or commit of the repository"),
  path: z.string().optional().describe("The folder in the source to search"),
  force: z.boolean().optional().describe("Replace an installed skill that differs"),
  frozen: z.boolean().optional().describe("Install only files that match the lock file"),
  accept_findings: z
    .boolean()
    .optional()
    .describe("Install even if the security scan finds something dangerous"),
  dry_run: z.boolean().optional().describe("Show what would be installed, and write nothing"),
});
type Input = z.output<typeof Input>;

const interactiveFlag: FlagSpec = {
  name: "interactive",
  short: "i",
  kind: "boolean",
  summary: "pick the skills to install from a list",
};

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
    "Install skills from a folder, an archive or a repository, after a security scan, with a lock file",
  icon: "play",
  effects: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  served: { never: "an agent must not decide which instructions it gets" },
  page: {
    never: "new instructions for agents come from the network, and a person at a terminal sees from where",
  },
  input: Input,
  output: Output,
  cli: {
    words: "skills install",
    examples: [
      "skills install ../shared/skills pdf",
      "skills install https://github.com/OWNER/REPOSITORY --ref v1.2 --all",
      "skills install ../shared/skills --interactive",
      "skills install --frozen",
    ],
    positionals: ["source", "names..."],
    flags: [userDirFlag, interactiveFlag],
  },
  exitCode: ({ failed }) => (failed > 0 ? 1 : 0),
  run: (context, input) =>
    withRegistry(context, async (registry) => {
      const { home } = registry.options.paths;
      const destination = await destinationOf(context.workspace, home, input);
      if (!destination.ok) return destination;
      const state = stateFor(home);
      const job: Job = { context, input, destination: destination.value, state };
      const results = input.source === undefined ? await fromLock(job) : await fromSource(job, input.source);
      if (!results.ok) return results;
      const folder = absolutePath(destination.value.root, destination.value.folder);
      const number = (status: Row["status"]) => results.value.filter((row) => row.status === status).length;
      return ok({
        destination: folder,
        lock: join(folder, lockName),
        dry_run: input.dry_run === true,
        results: results.value,
        installed: number("installed"),
        overwritten: number("overwritten"),
        unchanged: number("unchanged"),
        skipped: number("skipped"),
        failed: number("failed"),
      });
    }),
  text: ({ results, dry_run, destination, lock }, _input, surface) => {
    const lines = results.map((row) => rowText(row, dry_run));
    const isLocked = results.some(({ status }) => status !== "failed" && status !== "skipped");
    if (dry_run) lines.push("Nothing was written.");
    else if (isLocked) lines.push(`Lock file: ${printable(lock)}`);
    const args = { path: destination };
    if (isLocked && !dry_run && results.some(({ findings }) => findings > 0))
      lines.push(surface.recommend({ operation: "skills_validate", args, to: "see the findings" }));
    return lines.join("\n");
  },
});

function rowText({ skill, status, path, error, findings }: Row, dryRun: boolean): string {
  const wouldBe = dryRun && (status === "installed" || status === "overwritten") ? "would be " : "";
  const scan = findings > 0 ? ` (${count(findings, "finding")})` : "";
  return printable(`${skill}: ${wouldBe}${status}${error ? `: ${error}` : ` ${path}`}${scan}`);
}

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
    const chosen = prepared.ok
      ? job.context.flags["interactive"] === true
        ? await pick(job.context, prepared.value)
        : choose(prepared.value, names, all === true)
      : prepared;
    if (!chosen.ok) return chosen;
    const { value } = source;
    const { commit } = opened.value;
    const origin: Origin = {
      source: portable(job, value),
      ref: value.kind === "git" ? value.ref : undefined,
      commit,
    };
    return ok(await installAll(job, chosen.value, origin));
  } finally {
    await opened.value.close();
  }
}

/** The source as written to the lock file: relative inside the same project, so that it works on other machines. */
function portable({ destination }: Job, source: Source): string {
  const location =
    source.kind === "git" ? source.url : source.kind === "archive" ? source.file : source.directory;
  const { root } = destination.root;
  if (!isAbsolute(location) || !isWithin(root, location)) return location;
  return `./${relative(root, location).split(sep).join("/")}`;
}

/** Installs every skill of the lock file from its source; a repository at its locked commit. */
async function fromLock(job: Job): Promise<Result<Row[]>> {
  const { root, folder } = job.destination;
  if (!job.input.frozen) {
    return fail(
      fault(
        "invalid_argument",
        "No source was given.",
        "Give a source, or --frozen to reinstall the lock file.",
      ),
    );
  }
  const lock = await readLock(root, folder);
  if (!lock.ok) return lock;
  if (lock.value.skills.size === 0) {
    const message = `${printable(absolutePath(root, folder))} has no lock file.`;
    return fail(fault("path_not_found", message, "Install from a source first to create it."));
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

/** What the person at the terminal picks. */
async function pick(
  { choose: ask, signal }: Context,
  prepared: readonly PreparedSkill[],
): Promise<Result<PreparedSkill[]>> {
  if (ask === undefined) {
    const message = "--interactive needs a terminal.";
    return fail(fault("invalid_argument", message, "Give the names to install, or --all."));
  }
  const choices = prepared.map(({ name, description }) => ({ id: name, note: description }));
  const picked = await ask("Skills to install:", choices, signal);
  return picked === undefined
    ? fail(fault("cancelled", "Nothing was chosen, so nothing was installed.", ""))
    : ok(prepared.filter(({ name }) => picked.includes(name)));
}

function choose(
  prepared: readonly PreparedSkill[],
  names: readonly string[],
  all: boolean,
): Result<PreparedSkill[]> {
  if (all || (names.length === 0 && prepared.length === 1)) return ok([...prepared]);
  const available = prepared.map(({ name }) => name);
  const missing = names.find((name) => !available.includes(name));
  if (missing === undefined && names.length > 0)
    return ok(prepared.filter(({ name }) => names.includes(name)));
  const message =
    missing === undefined
      ? "The source has several skills."
      : `The source has no skill \`${printable(missing)}\`.`;
  const remedy = `Give the names to install, or --all. It has: ${available.join(", ")}.`;
  return fail(fault("invalid_argument", message, remedy, { details: { skills: available } }));
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
    else
      rows.push({
        ...common,
        status: "skipped",
        error: "Another version is installed; pass --force to replace it.",
      });
  }
  return rows;
}
