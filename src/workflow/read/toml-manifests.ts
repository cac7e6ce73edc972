import { isTable, parseToml, type Table } from "../../workspace/config/toml.ts";

/** A pyproject.toml of the standards (PEP 621, 735), of Poetry, or with the older tables of uv and PDM. */
export interface PythonProject {
  readonly python: string | undefined;
  readonly dependencies: readonly string[];
  readonly usesPytest: boolean;
}

export function readPyproject(text: string): PythonProject {
  const manifest = tableOf(text, "pyproject.toml");
  const project = at(manifest, "project");
  const tool = at(manifest, "tool");
  const poetry = at(tool, "poetry");
  const poetryNames = Object.keys(at(poetry, "dependencies")).filter((name) => name !== "python");
  const extras = [
    ...lists(at(project, "optional-dependencies")),
    ...lists(at(manifest, "dependency-groups")),
    ...strings(at(tool, "uv")["dev-dependencies"]),
    ...lists(at(tool, "pdm", "dev-dependencies")),
    ...Object.keys(at(poetry, "dev-dependencies")),
    ...Object.values(at(poetry, "group")).flatMap((group) =>
      isTable(group) ? Object.keys(at(group, "dependencies")) : [],
    ),
  ];
  const dependencies = [...requirementNames(strings(project["dependencies"])), ...poetryNames];
  const hasPytest = [...dependencies, ...requirementNames(extras)].some((name) => /^pytest\b/i.test(name));
  return {
    python: stringOf(project["requires-python"]) ?? stringOf(at(poetry, "dependencies")["python"]),
    dependencies,
    usesPytest: hasPytest || isTable(tool["pytest"]),
  };
}

/** The packages that lines such as `flask[async]>=3 ; python_version > "3.9"` name. */
export function requirementNames(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /^\s*([A-Za-z0-9][\w.-]{0,200})/.exec(line)?.[1] ?? []);
}

export interface CargoManifest {
  readonly edition: string | undefined;
  readonly dependencies: readonly string[];
  /** Folders of a workspace, unexpanded: `crates/*`. */
  readonly members: readonly string[];
}

export function readCargo(text: string): CargoManifest {
  const manifest = tableOf(text, "Cargo.toml");
  const workspace = at(manifest, "workspace");
  const tables = [
    at(manifest, "dependencies"),
    at(workspace, "dependencies"),
    ...Object.values(at(manifest, "target")).map((target) => at(target, "dependencies")),
  ];
  return {
    edition: stringOf(at(manifest, "package")["edition"]) ?? stringOf(at(workspace, "package")["edition"]),
    dependencies: tables.flatMap(packagesIn),
    members: strings(workspace["members"]),
  };
}

/** The dependencies that are not in the same repository. */
function packagesIn(dependencies: Table): string[] {
  return Object.entries(dependencies)
    .filter(([, value]) => !(isTable(value) && "path" in value))
    .map(([name]) => name);
}

function tableOf(text: string, file: string): Table {
  const table = parseToml(text, file);
  return table.ok ? table.value : {};
}

/** The table at a path of keys, or an empty table. */
function at(table: unknown, ...keys: readonly string[]): Table {
  const value = keys.reduce<unknown>((parent, key) => (isTable(parent) ? parent[key] : undefined), table);
  return isTable(value) ? value : {};
}

function lists(table: Table): string[] {
  return Object.values(table).flatMap(strings);
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
