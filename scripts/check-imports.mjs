// Walks the imports of src/ and fails on an import in the wrong direction, on a cycle, and on effects outside
// workspace/. The direction: kernel ← workspace, markdown ← operation ← rooms ← catalog ← mcp, cli, tui, lsp, web, library.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "src");
const ground = ["kernel", "workspace", "markdown"];
const rooms = [
  "specs",
  "changes",
  "skills",
  "store",
  "code",
  "artifacts",
  "trace",
  "workflow",
  "client",
  "hosts",
  "project",
  "reviews",
];
/** What each room may import besides itself, except for its `operations/` folder. */
const allowed = {
  kernel: [],
  workspace: ["kernel"],
  markdown: ["kernel"],
  operation: [...ground],
  specs: [...ground],
  changes: [...ground, "operation", "specs"],
  reviews: [...ground],
  skills: [...ground],
  // What machines share: a database or a folder. It knows nothing of what it holds.
  store: [...ground],
  code: [...ground, "store"],
  artifacts: [...ground],
  // The steps write changes where the repository has changes.
  workflow: [...ground, "specs", "changes"],
  hosts: [...ground],
  client: [...ground, "workflow"],
  // Requirements of every format, the tests and the code that they are linked to.
  trace: [...ground, "specs", "changes", "workflow", "artifacts", "code", "store"],
  // What looks at the whole workspace: check, doctor, init.
  project: [...ground, "operation", ...rooms],
  // The entries of a room use the kit and may combine functions of other rooms.
  operations: [...ground, "operation", ...rooms],
  catalog: [...ground, "operation", ...rooms],
  library: [...ground, "operation", "catalog", "client", "project"],
  mcp: [...ground, "operation", "catalog"],
  // The page's listener has the guards of the MCP listener.
  web: [...ground, "operation", "catalog", "mcp"],
  // A server of many repositories: its operations are those of the code room, at a repository of the store.
  team: [...ground, "operation", "catalog", ...rooms, "mcp"],
  cli: [...ground, "operation", "catalog", ...rooms, "mcp", "tui", "lsp", "web", "team"],
  tui: [...ground, "operation", "catalog", ...rooms],
  lsp: [...ground, "operation", "catalog", ...rooms],
};
/** What each part of the terminal app may import of the others. Files at the top of src/tui connect the parts. */
const tuiParts = {
  screen: [],
  keys: [],
  state: ["keys", "screen"],
  layout: ["keys", "screen", "state"],
  reduce: ["keys", "screen", "state", "layout"],
  view: ["keys", "screen", "state", "layout"],
  effects: ["keys", "screen", "state"],
  terminal: ["keys", "screen", "state", "reduce"],
};
/** The only rooms that may use the disk or start processes. The server and the command line own the standard streams. */
const effects = /^(node:)?(fs|fs\/promises|child_process|worker_threads)$/;
const mayHaveEffects = new Set(["workspace"]);

/** The only folder that may open connections. Other code may listen, but not connect. */
const network = /^node:(https|net|dns|tls|http2|dgram)(\/|$)/;
const wayOut = join(source, "workspace", "network");

const problems = [];
const graph = new Map();
for (const file of sources(source)) {
  if (file.endsWith(".test.ts")) continue;
  const room = roomOf(file);
  const text = readFileSync(file, "utf8");
  const isTypeOnly = (statement) => /^\s*(import|export)\s+type\b/.test(statement);
  const targets = [];
  for (const match of text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^"';]*?\bfrom\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|(?:^|\n)import\s+"([^"]+)"/g,
  )) {
    const specifier = match[1] ?? match[2] ?? match[3];
    if (effects.test(specifier) && !mayHaveEffects.has(room) && !isTypeOnly(match[0].trim())) {
      problems.push(`${show(file)} imports ${specifier}: only src/workspace/ touches disk and processes`);
    }
    const isClient = specifier === "node:http" && /\b(request|get|Agent)\b/.test(match[0]);
    if ((network.test(specifier) || isClient) && !isTypeOnly(match[0].trim()) && !file.startsWith(wayOut)) {
      problems.push(`${show(file)} imports ${specifier}: only src/workspace/network/ opens connections`);
    }
    if (!specifier.startsWith(".")) continue;
    const target = resolve(dirname(file), specifier);
    // A dynamic import is loaded later and a type is gone at run time: neither makes a cycle.
    if (match[1] && !isTypeOnly(match[0].trim())) targets.push(target);
    const other = roomOf(target);
    const layer = layerOf(file);
    const isInside = room === other && (layer === "operations" || layerOf(target) !== "operations");
    if (room !== undefined && other !== undefined && !isInside && !allowed[layer]?.includes(other)) {
      problems.push(
        `${show(file)} imports ${show(target)}: ${layer} may import ${allowed[layer]?.join(", ") || "nothing"}`,
      );
    }
    const [part, otherPart] = [tuiPartOf(file), tuiPartOf(target)];
    if (part && otherPart && part !== otherPart && !tuiParts[part].includes(otherPart)) {
      const mayImport = tuiParts[part].join(", ") || "none of the others";
      problems.push(`${show(file)} imports ${show(target)}: tui/${part} may import ${mayImport}`);
    }
  }
  if (/(?<![.\w])fetch\(|new (WebSocket|EventSource|XMLHttpRequest)\(/.test(text))
    problems.push(`${show(file)} calls fetch: only src/workspace/network/ opens connections`);
  graph.set(file, targets);
}
checkPage();
for (const cycle of cycles()) problems.push(`import cycle: ${cycle.map(show).join(" → ")}`);
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** The page runs in browsers: of src/ it may use types, and of its own views each is alone. */
function checkPage() {
  const page = join(source, "..", "web", "src");
  for (const file of sources(page)) {
    const text = readFileSync(file, "utf8");
    for (const match of text.matchAll(/(?:^|\n)\s*((?:import|export)\b[^"';]*?)\bfrom\s*"(\.[^"]+)"/g)) {
      const target = resolve(dirname(file), match[2]);
      const isTypes = /^(import|export)\s+type\b/.test(match[1]);
      if (target.startsWith(source + sep) && !isTypes)
        problems.push(`${showPage(file)} imports ${show(target)}: the page may only import types from src/`);
      const [view, other] = [viewOf(file), viewOf(target)];
      if (view && other && view !== other)
        problems.push(`${showPage(file)} imports ${showPage(target)}: what views share is in components/`);
    }
  }
  function viewOf(file) {
    const [top, name, ...rest] = relative(page, file).split(/[\\/]/);
    return top === "views" && rest.length > 0 ? name : undefined;
  }
  function showPage(file) {
    return `web/src/${relative(page, file).replaceAll("\\", "/")}`;
  }
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** The first folder below src; the two tables at the top are `catalog`. */
function roomOf(file) {
  const parts = relative(source, file).split(/[\\/]/);
  if (parts.length > 1) return parts[0];
  return /^(catalog|profiles)\.ts$/.test(parts[0]) ? "catalog" : undefined;
}

/** The entries of a room may import its core, not the other way around. */
function layerOf(file) {
  const [room, part] = relative(source, file).split(/[\\/]/);
  return part === "operations" && rooms.includes(room) ? "operations" : roomOf(file);
}

function tuiPartOf(file) {
  const [room, part] = relative(source, file).split(/[\\/]/);
  return room === "tui" && Object.hasOwn(tuiParts, part) ? part : undefined;
}

function show(file) {
  return `src/${relative(source, file).replaceAll("\\", "/")}`;
}

function cycles() {
  const found = [];
  const done = new Set();
  const visit = (file, path) => {
    const at = path.indexOf(file);
    if (at !== -1) return void found.push([...path.slice(at), file]);
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
