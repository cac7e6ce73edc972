import * as z from "zod";
import { findArchivedChange, findArchivedChanges } from "../../../changes/archive/archived.ts";
import { below } from "../../../changes/library.ts";
import { uncommittedFiles } from "../../../changes/modified.ts";
import { ok, type Result } from "../../../kernel/result.ts";
import { count, printableLine } from "../../../kernel/text.ts";
import type { Context } from "../../../operation/context.ts";
import { operation, reading } from "../../../operation/operation.ts";
import { openProject } from "../../../specs/project.ts";
import { git } from "../../../workspace/git/command.ts";
import { gitStatus } from "../../../workspace/git/queries.ts";
import type { WorkspacePath } from "../../../workspace/paths/paths.ts";
import type { Workspace } from "../../../workspace/paths/root.ts";
import { collectWork } from "../collect.ts";
import { findWork } from "../find.ts";

const Commit = z.object({
  commit: z.string().describe("Short name of the commit"),
  date: z.string().describe("In ISO 8601"),
  author: z.string(),
  subject: z.string(),
  files: z.array(z.string()).describe("Files of the item that it touched"),
  files_left_out: z.number().int(),
});
type Commit = z.infer<typeof Commit>;

const Output = z.object({
  id: z.string(),
  tracked: z.boolean().describe("Whether git has a commit to ask about"),
  commits: z.array(Commit).describe("The last one first"),
  has_more: z.boolean(),
  uncommitted: z.array(z.string()).describe("Files that are not as the last commit has them"),
});
type Output = z.infer<typeof Output>;

export const workLog = operation({
  name: "work_log",
  title: "Commits of work",
  summary: "Lists the commits that touched one change, feature or scratch pad, archived changes included.",
  icon: "workflow",
  effects: reading,
  served: { never: "agents ask git themselves" },
  cli: { words: "work log", positionals: ["id"], examples: ["work log add-login"] },
  input: z.object({
    id: z.string().describe("Id, path, or number of a feature"),
    limit: z.number().int().min(1).max(500).default(50).describe("How many commits to list"),
  }),
  output: Output,
  run: async (context, { id, limit }) => {
    const place = await placeOf(context, id);
    return place.ok ? logOf(id, place.value, limit) : place;
  },
  text: render,
});

interface Place {
  readonly workspace: Workspace;
  /** Also where an archived change was before. */
  readonly folders: readonly WorkspacePath[];
}

async function placeOf(context: Context, id: string): Promise<Result<Place>> {
  const works = await collectWork(context, { review: "none" });
  if (!works.ok) return works;
  const work = findWork(works.value, id);
  if (work.ok) return ok({ workspace: work.value.workspace, folders: [work.value.folder] });
  const { workspace, layouts } = await openProject(context.workspace);
  const archived = findArchivedChange(await findArchivedChanges(workspace, layouts), id);
  if (archived === undefined) return work;
  const before = below(archived.layout.changes, archived.changeId);
  return ok({ workspace, folders: [archived.path, before] });
}

const maxFiles = 20;

async function logOf(id: string, { workspace, folders }: Place, limit: number): Promise<Result<Output>> {
  const nothing = { id, tracked: false, commits: [], has_more: false, uncommitted: [] };
  if ((await gitStatus(workspace)).head === undefined) return ok(nothing);
  const format = "--format=%x01%h%x02%cI%x02%aN%x02%s";
  const log = await git(
    ["log", "-z", `-${limit + 1}`, format, "--name-only", "--relative", "--", ...folders],
    { cwd: workspace.root },
  );
  if (!log.ok) return log;
  const uncommitted = await uncommittedFiles(workspace, folders);
  if (!uncommitted.ok) return uncommitted;
  const nameOf = (path: string) => {
    const folder = folders.find((each) => path.startsWith(`${each}/`));
    return folder === undefined ? path : path.slice(folder.length + 1);
  };
  const commits = commitsIn(log.value.stdout, nameOf);
  return ok({
    id,
    tracked: true,
    commits: commits.slice(0, limit),
    has_more: commits.length > limit,
    uncommitted: uncommitted.value.map(nameOf),
  });
}

/** Each commit is a head and then its files, as `git log -z` prints them. */
function commitsIn(stdout: string, nameOf: (path: string) => string): Commit[] {
  const commits: Commit[] = [];
  for (const field of stdout.split("\0")) {
    const text = field.replace(/^\n/, "");
    const last = commits.at(-1);
    if (text.startsWith("\u0001")) {
      const [commit = "", date = "", author = "", subject = ""] = text.slice(1).split("\u0002");
      commits.push({ commit, date, author, subject, files: [], files_left_out: 0 });
    } else if (last !== undefined && text !== "") {
      if (last.files.length < maxFiles) last.files.push(nameOf(text));
      else last.files_left_out += 1;
    }
  }
  return commits;
}

function render({ tracked, commits, has_more, uncommitted }: Output): string {
  if (!tracked) return "Git has no commit here.";
  const rows = commits.map(({ commit, date, author, subject, files, files_left_out }) =>
    printableLine(
      `${commit}  ${date.slice(0, 10)}  ${author}  ${subject} (${count(files.length + files_left_out, "file")})`,
    ),
  );
  return [
    ...(uncommitted.length > 0 ? [`Not committed: ${printableLine(uncommitted.join(", "))}`] : []),
    ...(rows.length === 0 ? ["No commit touched it yet."] : rows),
    ...(has_more ? ["… and earlier commits"] : []),
  ].join("\n");
}
