// Archives every change that a project has archived once more, from the commit before: with Hewto and with OpenSpec, on
// copies of the same files. What both write is compared byte for byte.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** The archived changes of a repository, newest first, each with the commit that archived it and the one before. */
export function archivedChanges(tree) {
  const git = (...words) =>
    execFileSync("git", ["-C", tree, ...words], {
      encoding: "utf8",
      maxBuffer: 1e9,
      stdio: ["ignore", "pipe", "ignore"],
    });
  const folder = "openspec/changes/archive";
  const log = git(
    "log",
    "--no-renames",
    "--diff-filter=A",
    "--format=commit %H %P",
    "--name-only",
    "--",
    folder,
  );
  const candidates = new Map();
  let [commit, parent] = ["", ""];
  for (const line of log.split("\n")) {
    const head = /^commit (\w+) ?(\w*)/.exec(line);
    if (head) [, commit, parent] = head;
    const [, name, id] = /^openspec\/changes\/archive\/(\d{4}-\d{2}-\d{2}-([^/]+))\//.exec(line) ?? [];
    if (id === undefined || parent === "") continue;
    const known = candidates.get(id) ?? [];
    if (known.at(-1)?.commit !== commit) known.push({ id, name, commit, parent });
    candidates.set(id, known);
  }
  const listed = new Map();
  const wasActive = ({ id, parent: before }) => {
    if (!listed.has(before)) listed.set(before, new Set(namesAt(git, before)));
    return listed.get(before).has(id);
  };
  return [...candidates.values()].map((known) => {
    const moved = known.find(wasActive);
    // Written and archived in one commit: the archived folder is the change.
    return moved ? { ...moved, isActive: true } : { ...known.at(-1), isActive: false };
  });
}

function namesAt(git, commit) {
  try {
    return git("ls-tree", "--name-only", `${commit}:openspec/changes`).split("\n");
  } catch {
    return [];
  }
}

/** One of `same`, `purpose`, `spacing`, `text`, `refused`, `onlyPeer`, `onlyHewto`, with the reason where there is one. */
export async function replay(tree, change, { hewto, peer }, folder) {
  const { id, parent } = change;
  const [one, two] = [join(folder, "hewto"), join(folder, "peer")];
  mkdirSync(one, { recursive: true });
  extract(tree, change, one);
  cpSync(one, two, { recursive: true, verbatimSymlinks: true });
  const ours = await hewto(id, one);
  const theirs = await peer(id, two);
  const [isOurs, isTheirs] = [ours.isArchived, theirs.isArchived];
  const result = { id, parent };
  try {
    if (!isOurs && !isTheirs) return { ...result, state: "refused", rules: rulesOf(ours) };
    if (!isOurs) return { ...result, state: "onlyPeer", why: rulesOf(ours) };
    if (!isTheirs) return { ...result, state: "onlyHewto", why: refusalOf(theirs) };
    return { ...result, ...comparison(specsOf(one), specsOf(two)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tree before the change was archived, with the change in it: only what either program reads to archive this one. */
function extract(tree, { id, name, commit, parent, isActive }, to) {
  const options = { maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] };
  const filesBelow = (at, paths) =>
    execFileSync("git", ["-C", tree, "ls-tree", "-r", "--name-only", "-z", at, "--", ...paths], {
      ...options,
      encoding: "utf8",
    })
      .split("\0")
      .filter(Boolean);
  const take = (at, paths) => {
    if (paths.length === 0) return;
    const tar = execFileSync("git", ["-C", tree, "archive", at, "--", ...paths], options);
    execFileSync("tar", ["-x", "-C", to], { input: tar });
  };
  const active = `openspec/changes/${id}`;
  const archived = `openspec/changes/archive/${name}`;
  const [at, folder] = isActive ? [parent, active] : [commit, archived];
  const files = filesBelow(at, [`${folder}/`]);
  const deltas = files.filter((path) => path.startsWith(`${folder}/specs/`));
  const targets = deltas.map((path) => `openspec/${dirname(path.slice(folder.length + 1))}/`);
  const settings = ["openspec/config.yaml", "openspec/project.md", "openspec/AGENTS.md", "openspec/schemas/"];
  mkdirSync(join(to, "openspec/changes"), { recursive: true });
  mkdirSync(join(to, "openspec/specs"), { recursive: true });
  take(parent, filesBelow(parent, [...new Set([...targets, ...settings])]));
  take(at, files);
  if (!isActive) renameSync(join(to, archived), join(to, active));
}

function rulesOf({ fault, output }) {
  const rules = (fault?.details?.errors ?? []).map(({ rule }) => rule);
  const names = [...new Set(rules)];
  if (names.join() === "delta-missing") return "no deltas: Hewto asks for --skip-specs and a reason";
  return names.length > 0 ? names.join(", ") : output.trim().slice(0, 200).replace(/\s+/g, " ");
}

/** The line that says why it stopped; what it only warns of comes last. */
function refusalOf({ output }) {
  const lines = output.split("\n").map((line) => line.trim());
  const patterns = [
    /cannot be updated|^Error|fail/i,
    /^(?:✗|✖)/,
    /abort|refuse/i,
    /^(?:⚠|-|\[)|invalid/i,
    /\S/,
  ];
  const line = patterns.map((each) => lines.find((text) => each.test(text))).find(Boolean) ?? "";
  // Of the capability only the id differs.
  return line
    .replace(/^[\w/-]+: (?=target spec)/, "")
    .replace(/\s+/g, " ")
    .slice(0, 160);
}

function specsOf(root) {
  const start = join(root, "openspec/specs");
  if (!existsSync(start)) return new Map();
  const names = readdirSync(start, { recursive: true }).filter((name) => name.endsWith("spec.md"));
  return new Map(names.sort().map((name) => [name, readFileSync(join(start, name), "utf8")]));
}

/** How far two results are apart: no byte, the placeholder of a new Purpose, blank lines, or text. */
function comparison(ours, theirs) {
  let state = "same";
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const [a, b] = [ours.get(name), theirs.get(name)];
    if (a === b) continue;
    if (a === undefined || b === undefined) return { state: "text", why: `${name} is only in one result` };
    if (withoutPlaceholder(a) === withoutPlaceholder(b)) {
      if (state === "same") state = "purpose";
    } else if (packed(a) === packed(b)) state = "spacing";
    else return { state: "text", why: `${name}: ${firstDifference(packed(a), packed(b))}` };
  }
  return { state };
}

function withoutPlaceholder(text) {
  return text.replace(/^(TBD|TODO)\b.*$/gm, "");
}

function packed(text) {
  return withoutPlaceholder(text.replace(/^\uFEFF/, ""))
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}

function firstDifference(a, b) {
  const [left, right] = [a.split("\n"), b.split("\n")];
  const at = left.findIndex((line, index) => line !== right[index]);
  const index = at < 0 ? left.length : at;
  return `"${(left[index] ?? "").slice(0, 60)}" / "${(right[index] ?? "").slice(0, 60)}"`;
}
