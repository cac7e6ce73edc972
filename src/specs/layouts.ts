import type { Fault } from "../kernel/fault.ts";
import type { Problem } from "../kernel/finding.ts";
import { isRecord } from "../kernel/json.ts";
import { lineOfKey, parseToml } from "../workspace/config/toml.ts";
import { readText, statPath } from "../workspace/files/files.ts";
import {
  childPath,
  insideWorkspace,
  joinPath,
  literalPath,
  rootPath,
  type WorkspacePath,
} from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { findStore } from "./store.ts";

export type LayoutName = "spox" | "openspec" | "specs";

/** Whose rules apply where Spec Oxide and OpenSpec disagree. */
export type RuleProfile = "spox" | "openspec";

/** One place where specs live. A workspace may have several. */
export interface Layout {
  readonly name: LayoutName;
  readonly profile: RuleProfile;
  readonly specs: WorkspacePath;
  readonly changes: WorkspacePath;
  readonly archive: WorkspacePath;
  /** What is wrong with its configuration file. */
  readonly problems: readonly LayoutProblem[];
}

export interface LayoutProblem extends Problem {
  readonly path: WorkspacePath;
}

const spoxConfig = literalPath(".spox/config.toml");

/**
 * The layouts at the root: `.spox/config.toml` with its paths, `openspec/`, and a bare `specs/`. None is
 * required, and none hides another.
 */
export async function findLayouts(workspace: Workspace): Promise<Layout[]> {
  const configured = await spoxLayout(workspace);
  const openspec = await openspecLayout(workspace);
  const bare = await bareLayout(workspace, configured);
  return [configured, openspec, bare].flatMap((layout) => layout ?? []);
}

async function openspecLayout(workspace: Workspace): Promise<Layout | undefined> {
  const root = (await hasPlans(workspace, rootPath)) ? rootPath : (await findStore(workspace))?.path;
  if (root === undefined || !(await hasPlans(workspace, root))) return undefined;
  const folder = childPath(root, "openspec");
  const changes = childPath(folder, "changes");
  const [specs, archive] = [childPath(folder, "specs"), childPath(changes, "archive")];
  return { name: "openspec", profile: "openspec", specs, changes, archive, problems: [] };
}

/** A folder with a configuration and nothing else refers to a store. */
async function hasPlans(workspace: Workspace, root: WorkspacePath): Promise<boolean> {
  const folder = childPath(root, "openspec");
  return (
    (await isFolder(workspace, childPath(folder, "specs"))) ||
    (await isFolder(workspace, childPath(folder, "changes")))
  );
}

/** `specs/` without a configuration that names it. It is Spec Oxide's default, so it goes by that name. */
async function bareLayout(workspace: Workspace, configured: Layout | undefined): Promise<Layout | undefined> {
  const specs = literalPath("specs");
  if (configured?.specs === specs || !(await isFolder(workspace, specs))) return undefined;
  const name = configured === undefined ? "spox" : "specs";
  return { name, profile: "spox", specs, ...besideSpecs(specs), problems: [] };
}

async function spoxLayout(workspace: Workspace): Promise<Layout | undefined> {
  const file = await readText(workspace, spoxConfig, { maxBytes: 1_000_000 });
  if (!file.ok) return undefined;
  const { text } = file.value;
  const table = parseToml(text, spoxConfig);
  const problems: LayoutProblem[] = table.ok ? [] : [notToml(table.fault)];
  const tell = (key: string, message: string) => {
    const line = lineOfKey(text, ["paths", key]) ?? 1;
    // A file that is not TOML is already reported as a whole.
    if (table.ok) problems.push({ rule: "layout-config", path: spoxConfig, line, message });
  };
  const paths = table.ok && isRecord(table.value["paths"]) ? table.value["paths"] : {};
  const place = async (key: string, fallback: WorkspacePath): Promise<WorkspacePath> => {
    const value = paths[key];
    if (typeof value !== "string" || value === "") {
      tell(key, `\`paths.${key}\` is missing; \`${fallback}\` is used.`);
      return fallback;
    }
    const inside = await insideWorkspace(workspace, value);
    if (inside.ok) return inside.value;
    tell(key, `\`paths.${key}\`: ${inside.fault.message} \`${fallback}\` is used.`);
    return fallback;
  };
  const specs = await place("spec_folder", literalPath("specs"));
  const beside = besideSpecs(specs);
  const changes = await place("changes_folder", beside.changes);
  const archive = await place("archive_folder", beside.archive);
  return { name: "spox", profile: "spox", specs, changes, archive, problems };
}

function notToml({ message, remedy, details }: Fault): LayoutProblem {
  const line = Number(details?.["line"] ?? 1);
  const said = `${message} \`specs\` is used instead of what it names.`;
  return { rule: "layout-config", path: spoxConfig, line, message: said, fix: remedy };
}

function besideSpecs(specs: WorkspacePath): Pick<Layout, "changes" | "archive"> {
  return { changes: below(specs, "_changes"), archive: below(specs, "_archive") };
}

function below(folder: WorkspacePath, name: string): WorkspacePath {
  const path = joinPath(folder, name);
  return path.ok ? path.value : folder;
}

async function isFolder(workspace: Workspace, path: WorkspacePath): Promise<boolean> {
  const found = await statPath(workspace, path);
  return found.ok && found.value?.kind === "folder";
}
