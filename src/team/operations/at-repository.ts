import * as z from "zod";
import { openIndexes } from "../../code/operations/roots.ts";
import { readQuery } from "../../code/rank/query.ts";
import { textOf } from "../../code/store/snapshot.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { contextFor, createRuntime, type Runtime } from "../../operation/runtime.ts";
import { takeEvidence } from "../../trace/evidence/store/shared.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { filledViewFolder, viewFolder } from "../../workspace/state/view-folder.ts";
import { type LeftOut, readingStore, scopeFields, type Team, viewsFor } from "../access.ts";
import type { RepositoryView } from "../repositories.ts";
import { StoreIndex } from "../store-index.ts";

/** What an operation needs of a repository besides its index. */
export interface Needs {
  /** The files themselves: specs, records and tests are read from them. */
  readonly files?: true;
  /** Published runs of tests. */
  readonly evidence?: true;
  /** The argument that names a symbol: repositories that do not have the name are not asked. */
  readonly name?: string;
  /** Arguments that make no sense here: there is no git. */
  readonly without?: readonly string[];
}

const LeftOutShape = z.object({ repo: z.string(), reason: z.string() });
const maxRuntimes = 64;
/** A question to more repositories than this must name them. */
const maxRepositories = 100;
/** Larger ones are read in a checkout. */
const maxFiles = 60_000;
const evidenceMs = 10_000;

interface Opened {
  readonly runtime: Runtime;
  readonly index: StoreIndex;
  evidenceAt: number;
}

interface Grouped {
  readonly repositories: readonly Group[];
  readonly searched: number;
  readonly left_out?: readonly LeftOut[] | undefined;
}

interface Group {
  readonly repo: string;
  readonly ref: string;
  readonly commit: string;
  readonly answer: unknown;
}

/** Operations of one folder as operations of repositories of the store, with their answers by repository. */
export class AtRepository {
  readonly #team: Team;
  readonly #opened = new Map<string, Opened>();

  constructor(team: Team) {
    this.#team = team;
  }

  of(entry: AnyOperation, needs: Needs = {}): AnyOperation {
    const { name, title, summary, icon, seldom } = entry;
    const absent = new Set(["path", ...(needs.without ?? [])]);
    const fields = Object.entries(entry.input.shape).filter(([field]) => !absent.has(field));
    const answer = z.object({ repo: z.string(), ref: z.string(), commit: z.string(), answer: entry.output });
    return {
      name,
      title,
      summary,
      icon,
      seldom: seldom?.filter((field) => !absent.has(field)) ?? [],
      effects: readingStore,
      input: z.object({ ...Object.fromEntries(fields), ...scopeFields }),
      output: z.object({
        repositories: z.array(answer).describe("Those that have an answer"),
        searched: z.int().describe("How many repositories were asked"),
        left_out: z.array(LeftOutShape).optional(),
      }),
      cli: { never: "it needs a team server, which knows what its caller may see" },
      run: (context, input) => this.#run(entry, needs, context, input),
      text: (output, input, surface) =>
        grouped(output).repositories.length === 0
          ? `No answer in ${count(grouped(output).searched, "repository", "repositories")}.`
          : grouped(output)
              .repositories.map(({ repo, ref, answer: own }, _, { length }) =>
                [
                  ...(length > 1 ? [printableLine(`## ${repo} (${ref})`)] : []),
                  entry.text(own, input, surface),
                ].join("\n"),
              )
              .concat((grouped(output).left_out ?? []).map(leftOutLine))
              .join("\n\n"),
      ...(entry.fit && { fit: (output, bytes, input) => fitted(entry, grouped(output), bytes, input) }),
    };
  }

  async #run(
    entry: AnyOperation,
    needs: Needs,
    context: Context,
    { repo, ref, repos, ...given }: Readonly<Record<string, unknown>>,
  ): Promise<Result<Grouped>> {
    const asked = await viewsFor(this.#team, scope.parse({ repo, ref, repos }));
    if (!asked.ok) return asked;
    const views = asked.value.views.filter(
      (view) => needs.name === undefined || hasName(view, given[needs.name]),
    );
    const searched = asked.value.views.length;
    if (views.length > maxRepositories) return tooMany(views.length);
    const repositories: Group[] = [];
    const left_out = [...asked.value.leftOut];
    for (const view of views) {
      context.touched(view.repo);
      const at = await this.#contextAt(context, view, needs);
      const answer = at.ok ? await entry.run(at.value, entry.input.parse({ ...given, path: "." })) : at;
      if (answer.ok)
        repositories.push({ repo: view.repo, ref: view.ref, commit: view.commit, answer: answer.value });
      else if (repos === undefined) return answer;
      else if (!answer.fault.code.endsWith("_not_found"))
        left_out.push({ repo: view.repo, reason: answer.fault.message });
      if (context.signal.aborted) break;
    }
    return ok({ repositories, searched, left_out: left_out.length > 0 ? left_out : undefined });
  }

  /** A context in which the index of the workspace is that of the repository. */
  async #contextAt(context: Context, view: RepositoryView, needs: Needs): Promise<Result<Context>> {
    const root = needs.files ? await filesOf(view) : ok(viewFolder(`${view.id} ${view.ref}`));
    if (!root.ok) return root;
    const opened = this.#opened.get(root.value) ?? (await openedAt(root.value, context, view));
    if (!("runtime" in opened)) return opened;
    // The last ones that were asked stay open.
    this.#opened.delete(root.value);
    this.#opened.set(root.value, opened);
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > maxRuntimes && oldest !== undefined) this.#opened.delete(oldest);
    opened.index.show(view);
    if (needs.evidence) await this.#takeEvidence(opened, view, context);
    const { signal, progress, recommend, touched } = context;
    return ok(contextFor(opened.runtime, { signal, progress, recommend, touched }));
  }

  /** Without the store, the evidence of the last call counts. */
  async #takeEvidence(opened: Opened, view: RepositoryView, { clock }: Context): Promise<void> {
    const now = clock();
    if (now.getTime() - opened.evidenceAt < evidenceMs) return;
    opened.evidenceAt = now.getTime();
    await takeEvidence(this.#team.store, view.id, opened.runtime.workspace, now);
  }
}

const scope = z.object(scopeFields);

async function openedAt(
  root: string,
  { clock, log }: Context,
  view: RepositoryView,
): Promise<Opened | Extract<Result<never>, { ok: false }>> {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) return workspace;
  const runtime = createRuntime({ workspace: workspace.value, clock, log });
  const index = indexOf(runtime, workspace.value, view);
  return { runtime, index, evidenceAt: 0 };
}

function indexOf(runtime: Runtime, workspace: Workspace, view: RepositoryView): StoreIndex {
  const index = new StoreIndex(workspace, view);
  runtime.once(openIndexes, () => new Map()).set(workspace.root, index);
  return index;
}

/** The files of the commit in a folder of the server. */
async function filesOf({ id, repo, commit, snapshot }: RepositoryView): Promise<Result<string>> {
  if (snapshot.files.size > maxFiles)
    return fail(
      fault(
        "file_too_large",
        `${repo} has ${snapshot.files.size} files; the limit here is ${maxFiles}.`,
        "Use a checkout.",
      ),
    );
  const files = [...snapshot.files].map(([path, place]) => ({ path, text: () => textOf(place) }));
  try {
    return ok(await filledViewFolder(id, commit, files));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(fault("write_failed", `The files of ${repo} cannot be written: ${why}`, ""));
  }
}

/** Whether the index has the name: most of many repositories need not be asked. */
function hasName({ snapshot }: RepositoryView, name: unknown): boolean {
  const terms = readQuery(typeof name === "string" ? name : "").terms.filter(({ word }) => word >= 0);
  return (
    terms.length === 0 ||
    snapshot.segments.some(({ segment }) => terms.some(({ text }) => segment.findTerm(text) >= 0))
  );
}

function grouped(output: unknown): Grouped {
  return output as Grouped; // what `run` returned; the type is lost in the table of operations
}

function fitted(
  entry: AnyOperation,
  output: Grouped,
  bytes: number,
  input: Record<string, unknown>,
): Grouped {
  const share = Math.floor(bytes / Math.max(1, output.repositories.length));
  const fit = (group: Group) => ({
    ...group,
    answer: entry.fit?.(group.answer, share, input) ?? group.answer,
  });
  return { ...output, repositories: output.repositories.map(fit) };
}

function leftOutLine({ repo, reason }: LeftOut): string {
  return printableLine(`Left out: ${repo}: ${reason}`);
}

function tooMany(repositories: number): Result<never> {
  const message = `${repositories} repositories would have to be asked; the limit is ${maxRepositories}.`;
  return fail(fault("invalid_argument", message, "Name some of them with `repos`."));
}
