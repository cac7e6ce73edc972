import { isRecord } from "../../kernel/json.ts";
import type { Stack } from "./stack.ts";
import { readCargo, readPyproject, requirementNames } from "./toml-manifests.ts";

/** A folder in which manifests are looked for. */
export interface ProjectRoot {
  /** The text of a file in it. */
  readonly read: (file: string) => Promise<string | undefined>;
  /** The names of the folders in one of its folders. */
  readonly folders: (path: string) => Promise<readonly string[]>;
  /** The names of its entries. */
  readonly names: readonly string[];
}

/** The type of a project whose manifest does not show it. */
const unknownType = "not clear from the manifest";

type Probe = (root: ProjectRoot) => Promise<Partial<Stack> | undefined>;

/** One probe per kind of manifest; the first match describes the project. */
export const probes: readonly Probe[] = [node, python, rust, go, swift, jvm, php, ruby, dotnet, cmake];

/** The manifests that are looked for, as a list in a sentence. */
export const manifestNames =
  "package.json, pyproject.toml, Cargo.toml, go.mod, Package.swift, pom.xml, build.gradle, composer.json, Gemfile, a .NET project or CMakeLists.txt";

async function node({ read, names: files }: ProjectRoot) {
  const text = await read("package.json");
  if (text === undefined) return undefined;
  const manifest = parse(text);
  const all = { ...record(manifest.dependencies), ...record(manifest.devDependencies) };
  const names = Object.keys(record(manifest.dependencies));
  const runner = ["vitest", "jest", "mocha", "ava", "tap", "@playwright/test"].find((name) => name in all);
  const typed = "typescript" in all;
  const engines = record(manifest.engines).node;
  return {
    language: `${typed ? `TypeScript ${version(all.typescript)}` : "JavaScript"}, Node ${typeof engines === "string" ? engines : "(version not stated)"}`,
    dependencies: dependencyList(names),
    testing: runner ?? "node --test",
    testCommand: nodeTestCommand(manifest, runner, files),
    platform: names.some((name) => /^(react|vue|svelte|next)$/.test(name)) ? "browser" : "Node",
    projectType: manifest.bin === undefined ? typeFrom(names) : "command line program",
    storage: storageFrom(names),
    extension: typed ? ".ts" : ".js",
    testName: `{name}.test${typed ? ".ts" : ".js"}`,
    evidence: "package.json",
  };
}

async function python({ read }: ProjectRoot) {
  const [project, requirements] = [await read("pyproject.toml"), await read("requirements.txt")];
  if (project === undefined && requirements === undefined) return undefined;
  const stated = readPyproject(project ?? "");
  // A pyproject.toml may only configure tools.
  const names =
    stated.dependencies.length > 0 ? stated.dependencies : requirementNames(requirements?.split("\n") ?? []);
  const isPytest = stated.usesPytest || names.some((name) => /^pytest\b/i.test(name));
  return {
    language: `Python ${stated.python ?? "(version not stated)"}`,
    dependencies: dependencyList(names),
    testing: isPytest ? "pytest" : "unittest (no other test runner found)",
    testCommand: isPytest ? "pytest" : "python -m unittest",
    platform: "Python",
    projectType: typeFrom(names),
    storage: storageFrom(names),
    extension: ".py",
    testName: "test_{name}.py",
    evidence: project === undefined ? "requirements.txt" : "pyproject.toml",
  };
}

async function rust(root: ProjectRoot) {
  const text = await root.read("Cargo.toml");
  if (text === undefined) return undefined;
  const { edition, dependencies, members } = readCargo(text);
  const names = dependencies.length > 0 ? dependencies : await dependenciesOfMembers(root, members);
  return {
    language: `Rust${edition ? ` edition ${edition}` : ""}`,
    dependencies: dependencyList(names),
    testing: "cargo test",
    testCommand: "cargo test",
    platform: "native",
    projectType: typeFrom(names),
    storage: storageFrom(names),
    extension: ".rs",
    testName: "{name}.rs",
    evidence: "Cargo.toml",
  };
}

const maxMembers = 50;

/** The dependencies of the members of a workspace; `crates/*` is every folder in `crates`. */
async function dependenciesOfMembers(root: ProjectRoot, members: readonly string[]): Promise<string[]> {
  const folders: string[] = [];
  for (const member of members.slice(0, maxMembers).map((each) => each.replace(/^\.\//, ""))) {
    const parent = member.endsWith("/*") ? member.slice(0, -2) : undefined;
    if (parent === undefined) folders.push(member);
    else folders.push(...(await root.folders(parent)).map((name) => `${parent}/${name}`));
  }
  const texts = await Promise.all(
    folders.slice(0, maxMembers).map((each) => root.read(`${each}/Cargo.toml`)),
  );
  return texts.flatMap((text) => (text === undefined ? [] : readCargo(text).dependencies));
}

async function go({ read }: ProjectRoot) {
  const text = await read("go.mod");
  if (text === undefined) return undefined;
  const names = [...text.matchAll(/^[ \t]*(?:require[ \t]{1,20})?([\w-][\w./-]{0,200}) v/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name.includes("."));
  return {
    language: `Go ${/^go (\S+)/m.exec(text)?.[1] ?? ""}`.trim(),
    dependencies: dependencyList(names),
    testing: "go test",
    testCommand: "go test ./...",
    platform: "native",
    projectType: typeFrom(names),
    storage: storageFrom(names),
    source: "internal",
    tests: "internal",
    extension: ".go",
    testName: "{name}_test.go",
    evidence: "go.mod",
  };
}

async function swift({ read }: ProjectRoot) {
  const text = await read("Package.swift");
  if (text === undefined) return undefined;
  const tools = /swift-tools-version:\s*([\d.]+)/.exec(text)?.[1] ?? "";
  return {
    language: `Swift ${tools}`.trim(),
    testing: "swift test",
    testCommand: "swift test",
    platform: /\bplatforms\s*:/.test(text) ? "Apple platforms" : "not stated in Package.swift",
    source: "Sources",
    tests: "Tests",
    projectType: /\.executableTarget\(/.test(text) ? "command line program" : "library",
    extension: ".swift",
    testName: "{name}Tests.swift",
    evidence: "Package.swift",
  };
}

async function jvm({ read }: ProjectRoot) {
  const gradle = (await read("build.gradle.kts")) ?? (await read("build.gradle"));
  const text = gradle ?? (await read("pom.xml"));
  if (text === undefined) return undefined;
  return {
    language: /kotlin/i.test(text) ? "Kotlin" : "Java",
    testing: /junit/i.test(text) ? "JUnit" : "not stated in the build file",
    testCommand: gradle === undefined ? "mvn test" : "gradle test",
    platform: "JVM",
    projectType: /spring-boot|quarkus|micronaut|ktor/i.test(text) ? "web service" : unknownType,
    source: "src/main",
    tests: "src/test",
    extension: /kotlin/i.test(text) ? ".kt" : ".java",
    testName: `{name}Test${/kotlin/i.test(text) ? ".kt" : ".java"}`,
    evidence: gradle === undefined ? "pom.xml" : "build.gradle",
  };
}

async function php({ read }: ProjectRoot) {
  const text = await read("composer.json");
  if (text === undefined) return undefined;
  const manifest = parse(text);
  const required = record(manifest.require);
  const names = Object.keys(required).filter((name) => name.includes("/"));
  const isPest = "pestphp/pest" in record(manifest["require-dev"]);
  const isScripted = "test" in record(manifest.scripts);
  return {
    language: `PHP ${typeof required.php === "string" ? required.php : "(version not stated)"}`,
    dependencies: dependencyList(names),
    testing: isPest ? "Pest" : "PHPUnit",
    testCommand: isScripted ? "composer test" : `vendor/bin/${isPest ? "pest" : "phpunit"}`,
    platform: "PHP",
    projectType: typeFrom(names),
    storage: storageFrom(names),
    extension: ".php",
    testName: "{name}Test.php",
    evidence: "composer.json",
  };
}

async function ruby({ read }: ProjectRoot) {
  const text = await read("Gemfile");
  if (text === undefined) return undefined;
  const names = [...text.matchAll(/^[ \t]*gem[ \t]+["']([^"'\n]+)["']/gm)].map(([, name = ""]) => name);
  const isSpec = names.some((name) => name.startsWith("rspec"));
  return {
    language: `Ruby ${/^ruby\s+["']([^"']+)["']/m.exec(text)?.[1] ?? "(version not stated)"}`,
    dependencies: dependencyList(names),
    testing: isSpec ? "RSpec" : "Minitest",
    testCommand: isSpec ? "bundle exec rspec" : "bundle exec rake test",
    platform: "Ruby",
    projectType: typeFrom(names),
    storage: storageFrom(names),
    source: names.includes("rails") ? "app" : "lib",
    tests: isSpec ? "spec" : "test",
    extension: ".rb",
    testName: isSpec ? "{name}_spec.rb" : "{name}_test.rb",
    evidence: "Gemfile",
  };
}

/** The .NET languages by their project files. */
const dotnetLanguages: readonly (readonly [RegExp, string, string])[] = [
  [/\.csproj\b/g, "C#", ".cs"],
  [/\.fsproj\b/g, "F#", ".fs"],
  [/\.vbproj\b/g, "Visual Basic", ".vb"],
];

async function dotnet({ names, read }: ProjectRoot) {
  const evidence =
    names.find((name) => /\.(?:cs|fs|vb)proj$/.test(name)) ?? names.find((name) => /\.slnx?$/.test(name));
  if (evidence === undefined) return undefined;
  const text = (await read(evidence)) ?? "";
  const isProject = !/\.slnx?$/.test(evidence);
  // A solution only lists its projects; the language with the most projects comes first.
  const counts = dotnetLanguages
    .map(([pattern, name, extension]) => ({
      name,
      extension,
      projects: `${isProject ? evidence : text}`.match(pattern)?.length ?? 0,
    }))
    .filter(({ projects }) => projects > 0)
    .sort((a, b) => b.projects - a.projects);
  const packages = [...text.matchAll(/<PackageReference\s+Include="([^"]+)"/g)].map(([, name = ""]) => name);
  const framework = /<TargetFramework>([^<]+)</.exec(text)?.[1];
  const language =
    counts.map(({ name }) => name).join(" and ") || "a .NET language (not stated in the solution)";
  return {
    language: `${language}${framework === undefined ? "" : `, ${framework}`}`,
    dependencies: isProject ? dependencyList(packages) : "see the projects of the solution",
    testing: "dotnet test",
    testCommand: "dotnet test",
    platform: ".NET",
    projectType: /Sdk="Microsoft\.NET\.Sdk\.Web"/.test(text) ? "web service" : unknownType,
    storage: storageFrom(packages),
    extension: counts[0]?.extension ?? "",
    testName: `{name}Tests${counts[0]?.extension ?? ""}`,
    evidence,
  };
}

async function cmake({ read }: ProjectRoot) {
  const text = await read("CMakeLists.txt");
  if (text === undefined) return undefined;
  const declared = /\bproject\s{0,20}\(([^)]{0,1000})\)/i.exec(text)?.[1] ?? "";
  const isC = /\bC\b/.test(declared) && !/\bCXX\b/.test(declared);
  const standard = new RegExp(`CMAKE_${isC ? "C" : "CXX"}_STANDARD\\s+(\\d+)`).exec(text)?.[1] ?? "";
  return {
    language: `${isC ? "C" : "C++"}${standard}`,
    testing: "CTest",
    testCommand: "ctest",
    platform: "native",
    projectType: /\badd_library\s*\(/i.test(text) ? "library" : "command line program",
    extension: isC ? ".c" : ".cpp",
    testName: `{name}_test${isC ? ".c" : ".cpp"}`,
    evidence: "CMakeLists.txt",
  };
}

/** The project's own test script, run by the package manager of its lock file, or the test runner. */
function nodeTestCommand(
  manifest: Record<string, unknown>,
  runner: string | undefined,
  files: readonly string[],
): string {
  const { test } = record(manifest.scripts);
  const [, manager = "npm"] = lockFiles.find(([file]) => files.includes(file)) ?? [];
  if (typeof test === "string" && !test.includes("no test specified")) return `${manager} test`;
  if (runner === "vitest") return "npx vitest run";
  return runner === undefined
    ? "node --test"
    : `npx ${runner === "@playwright/test" ? "playwright test" : runner}`;
}

const lockFiles: readonly (readonly [string, string])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun run"],
  ["bun.lockb", "bun run"],
];

function typeFrom(names: readonly string[]): string {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name.split("/").at(-1) ?? name));
  if (has(/^(react|vue|svelte|next|nuxt)$/)) return "web application";
  if (
    has(
      /^(express|fastify|koa|hono|nest|flask|django|fastapi|starlette|actix-web|axum|rocket|gin|echo|fiber|chi|rails|sinatra|slim|framework|framework-bundle)$/i,
    )
  )
    return "web service";
  return has(/^(commander|yargs|oclif|clap|cobra|click|typer|argparse)$/i)
    ? "command line program"
    : unknownType;
}

/** Databases by the names of their drivers. */
const databases: readonly (readonly [RegExp, string])[] = [
  [/sqlite|rusqlite/i, "SQLite"],
  [/^(pg|postgres|psycopg2?|asyncpg|tokio-postgres|pgx)\b|postgres|npgsql/i, "PostgreSQL"],
  [/mysql|mariadb/i, "MySQL"],
  [/mongo/i, "MongoDB"],
  [/redis/i, "Redis"],
  [/^supabase(?:-js)?$/i, "Supabase"],
];
/** Packages with the name of a database that keep something else in it, or that only tests use. */
const otherUses = /rate-?limit|session|memory-server|mock|fake|testcontainers/i;
/** Libraries for several databases. */
const mappers = /prisma|typeorm|drizzle|sequelize|knex|sqlalchemy|diesel|sqlx|gorm/i;

/** The databases among the dependencies; a library for several databases counts only if there is no driver. */
function storageFrom(names: readonly string[]): string[] {
  const candidates = names.filter((name) => !otherUses.test(name));
  const first = (pattern: RegExp) => candidates.find((each) => pattern.test(each.split("/").at(-1) ?? each));
  const drivers = databases.flatMap(([pattern, database]) => {
    const name = first(pattern);
    return name === undefined ? [] : [`${database} (${name})`];
  });
  const mapper = first(mappers);
  return drivers.length > 0 || mapper === undefined ? drivers : [`a database (${mapper})`];
}

function parse(text: string): Record<string, unknown> {
  try {
    return record(JSON.parse(text));
  } catch {
    return {};
  }
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function version(value: unknown): string {
  return typeof value === "string" ? value.replace(/^[~^]/, "") : "";
}

function dependencyList(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const unique = [...new Set(names)];
  const listed = unique.slice(0, 12);
  const more = unique.length - listed.length;
  return listed.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
