import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { codeFile, testFile } from "../write/layout.ts";
import { detectStack } from "./stack.ts";

async function stackOf(files: Record<string, string>) {
  const workspace = await openWorkspace(await temporaryTree(files));
  if (!workspace.ok) throw new Error(workspace.fault.message);
  return detectStack(workspace.value);
}

test("Node: language, runner, command, kind of project and database from package.json", async () => {
  const manifest = {
    dependencies: { fastify: "5", "better-sqlite3": "11" },
    devDependencies: { typescript: "^5.9.0", vitest: "4" },
    engines: { node: ">=20" },
  };
  expect(await stackOf({ "package.json": JSON.stringify(manifest), "test/": "" })).toMatchObject({
    language: "TypeScript 5.9.0, Node >=20",
    testCommand: "npx vitest run",
    projectType: "web service",
    storage: ["SQLite (better-sqlite3)"],
    tests: "test",
    testName: "{name}.test.ts",
  });
  const scripted = { scripts: { test: "mocha" }, bin: "x.js" };
  expect(await stackOf({ "package.json": JSON.stringify(scripted) })).toMatchObject({
    testCommand: "npm test",
    projectType: "command line program",
    storage: [],
    extension: ".js",
  });
  expect(await stackOf({ "package.json": JSON.stringify(scripted), "pnpm-lock.yaml": "" })).toMatchObject({
    testCommand: "pnpm test",
  });
});

test.each([
  ["requirements.txt", "fastapi==0.1\n", { dependencies: "fastapi", testCommand: "python -m unittest" }],
  [
    "pyproject.toml",
    '[project]\nrequires-python = ">=3.12"\ndependencies = [\n  "flask>=3",\n  "psycopg",\n]\n',
    {
      language: "Python >=3.12",
      projectType: "web service",
      testName: "test_{name}.py",
      storage: ["PostgreSQL (psycopg)"],
    },
  ],
  [
    "Cargo.toml",
    '[package]\nedition = "2024"\n[dependencies]\nclap = "4"\nrusqlite = "1"\n',
    { language: "Rust edition 2024", projectType: "command line program", storage: ["SQLite (rusqlite)"] },
  ],
  [
    "go.mod",
    "module x\n\ngo 1.24\n\nrequire github.com/gin-gonic/gin v1.10.0\n",
    {
      language: "Go 1.24",
      testCommand: "go test ./...",
      testName: "{name}_test.go",
      projectType: "web service",
    },
  ],
  [
    "Package.swift",
    '// swift-tools-version: 6.0\n.executableTarget(name: "x")\n',
    {
      language: "Swift 6.0",
      testCommand: "swift test",
      projectType: "command line program",
      platform: "not stated in Package.swift",
    },
  ],
  [
    "Package.swift",
    'let package = Package(name: "x", platforms: [.iOS(.v17)], targets: [.target(name: "x")])\n',
    { language: "Swift", projectType: "library", platform: "Apple platforms" },
  ],
  [
    "pom.xml",
    "<artifactId>spring-boot-starter</artifactId>",
    { language: "Java", testCommand: "mvn test", projectType: "web service" },
  ],
  [
    "composer.json",
    '{"require":{"php":">=8.2","laravel/framework":"^12"},"require-dev":{"pestphp/pest":"4"}}',
    { language: "PHP >=8.2", testCommand: "vendor/bin/pest", projectType: "web service", extension: ".php" },
  ],
  [
    "Gemfile",
    'source "x"\nruby "3.4"\ngem "sinatra"\ngem "pg"\ngroup(:test) { gem "rspec" }\n  gem "rspec-mocks"\n',
    {
      language: "Ruby 3.4",
      testCommand: "bundle exec rspec",
      tests: "spec",
      source: "lib",
      projectType: "web service",
      storage: ["PostgreSQL (pg)"],
    },
  ],
  [
    "Ferry.csproj",
    '<Project Sdk="Microsoft.NET.Sdk.Web"><TargetFramework>net9.0</TargetFramework><PackageReference Include="Npgsql" /></Project>',
    {
      language: "C#, net9.0",
      testCommand: "dotnet test",
      projectType: "web service",
      dependencies: "Npgsql",
    },
  ],
  [
    "CMakeLists.txt",
    "project(ferry LANGUAGES CXX)\nset(CMAKE_CXX_STANDARD 20)\nadd_library(ferry a.cpp)\n",
    { language: "C++20", testCommand: "ctest", projectType: "library", extension: ".cpp" },
  ],
])("%s is read", async (name, text, expected) => {
  expect(await stackOf({ [name]: text })).toMatchObject({ evidence: name, ...expected });
});

test("a FastAPI project with all dependencies on one line is not a library without dependencies", async () => {
  const manifest = `[project]
name = "bookings"
version = "1.0"
requires-python = ">=3.12"
dependencies = ["fastapi>=0.110", "SQLAlchemy[asyncio]>=2", "redis ; sys_platform != 'win32'"]

[dependency-groups]
dev = ["pytest>=8", { include-group = "lint" }]
lint = ["ruff"]
`;
  expect(await stackOf({ "pyproject.toml": manifest })).toMatchObject({
    language: "Python >=3.12",
    dependencies: "fastapi, SQLAlchemy, redis",
    projectType: "web service",
    storage: ["Redis (redis)"],
    testCommand: "pytest",
  });
});

test("a Poetry project has the dependencies of its tables, and Python is not one of them", async () => {
  const manifest = `[tool.poetry]
name = "bookings"
[tool.poetry.dependencies]
python = "^3.11"
Django = "^5.1"
psycopg = { version = "^3.2", extras = ["binary"] }
[tool.poetry.group.test.dependencies]
pytest-django = "^4"
`;
  expect(await stackOf({ "pyproject.toml": manifest })).toMatchObject({
    language: "Python ^3.11",
    dependencies: "Django, psycopg",
    projectType: "web service",
    storage: ["PostgreSQL (psycopg)"],
    testing: "pytest",
  });
});

test("a pyproject.toml that only configures tools leaves the dependencies to requirements.txt", async () => {
  const requirements = "-r base.txt\n# web\nFlask==3.0 # pinned\nredis @ https://example.com/redis.zip\n";
  const stack = await stackOf({
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "requirements.txt": requirements,
  });
  expect(stack).toMatchObject({
    dependencies: "Flask, redis",
    projectType: "web service",
    testing: "pytest",
    evidence: "pyproject.toml",
  });
  expect(await stackOf({ "pyproject.toml": "[project\n" })).toMatchObject({ dependencies: "none" });
});

test("a Cargo workspace has the dependencies that its table or its members list, and its edition", async () => {
  const root = `[workspace]
members = ["crates/*", "./tools/gen"]
[workspace.package]
edition = "2024"
`;
  const member = `[package]
name = "api"
edition.workspace = true
[dependencies]
axum = "0.8"
core = { path = "../core" }
[dependencies.sqlx]
version = "0.8"
[dev-dependencies]
insta = "1"
`;
  const files = {
    "crates/api/Cargo.toml": member,
    "tools/gen/Cargo.toml": '[target."cfg(unix)".dependencies]\nnix = "0.30"\n',
    "crates/notes.md": "",
  };
  expect(await stackOf({ "Cargo.toml": root, ...files })).toMatchObject({
    language: "Rust edition 2024",
    dependencies: "axum, sqlx, nix",
    projectType: "web service",
    storage: ["a database (sqlx)"],
  });
  const table = `${root}[workspace.dependencies]\nclap = "4"\n`;
  expect(await stackOf({ "Cargo.toml": table })).toMatchObject({
    dependencies: "clap",
    projectType: "command line program",
  });
});

test("members of a Cargo workspace outside the project are not read", async () => {
  const root = '[workspace]\nmembers = ["../outside", "/etc", "a/*/*"]\n';
  expect(await stackOf({ "Cargo.toml": root })).toMatchObject({ dependencies: "none" });
});

test("manifests of backend/ and frontend/ are read if the root has none", async () => {
  const stack = await stackOf({
    "backend/pyproject.toml":
      '[project]\nrequires-python = ">=3.11"\ndependencies = [\n  "fastapi>=0.1",\n  "pytest>=8",\n]\n',
    "backend/src/voice/__init__.py": "",
    "frontend/package.json":
      '{"dependencies":{"react":"19"},"devDependencies":{"typescript":"5.9.0","vitest":"4"}}',
    "docs/package.json": "{}",
  });
  expect(stack).toMatchObject({
    language: "Python >=3.11 (backend); TypeScript 5.9.0, Node (version not stated) (frontend)",
    projectType: "web application",
    source: "backend/src/voice",
    testCommand: "(cd backend && pytest) && (cd frontend && npx vitest run)",
    evidence: "backend/pyproject.toml, frontend/package.json",
  });
});

test("F# is recognized by its project file, by the projects of a solution, and in src/", async () => {
  expect(await stackOf({ "Gov.fsproj": "<Project/>" })).toMatchObject({ language: "F#", extension: ".fs" });
  const solution = "Gov.fsproj\nRules.fsproj\nInterop.csproj\n";
  const mixed = await stackOf({ "All.sln": solution });
  expect(mixed).toMatchObject({ language: "F# and C#", testName: "{name}Tests.fs" });
  expect(codeFile(mixed, "export a table")).toBe("src/ExportTable.fs");
  expect(await stackOf({ "All.slnx": "<Solution/>" })).toMatchObject({
    language: "a .NET language (not stated in the solution)",
  });
  expect(await stackOf({ "src/Gov/Gov.fsproj": "<Project/>" })).toMatchObject({
    language: "F#",
    evidence: "src/Gov/Gov.fsproj",
  });
});

test("two database drivers are both listed; a library on top of one counts only if there is no driver", async () => {
  const storage = async (...names: string[]) => {
    const dependencies = Object.fromEntries(names.map((name) => [name, "1"]));
    return (await stackOf({ "package.json": JSON.stringify({ dependencies }) })).storage;
  };
  expect(await storage("pg", "sqlite3")).toEqual(["SQLite (sqlite3)", "PostgreSQL (pg)"]);
  expect(await storage("prisma", "pg")).toEqual(["PostgreSQL (pg)"]);
  expect(await storage("prisma")).toEqual(["a database (prisma)"]);
});

test("a package that keeps rate limits or sessions in Redis does not make Redis the storage of the project", async () => {
  const dependencies = { "@supabase/supabase-js": "2", "rate-limit-redis": "4", "redis-memory-server": "1" };
  expect(await stackOf({ "package.json": JSON.stringify({ name: "x", dependencies }) })).toMatchObject({
    storage: ["Supabase (@supabase/supabase-js)"],
  });
});

test("a manifest that does not show the project type is not taken for a library", async () => {
  expect(await stackOf({ "package.json": "{}" })).toMatchObject({
    projectType: "not clear from the manifest",
  });
});

test("code goes into the only package in src; without a manifest the project is new", async () => {
  expect(await stackOf({ "pyproject.toml": "", "src/ferry/__init__.py": "" })).toMatchObject({
    source: "src/ferry",
  });
  expect(await stackOf({ "a.md": "" })).toMatchObject({ evidence: "", projectType: "new project" });
});

test("a Go module whose package is the top folder has its code and tests there", async () => {
  const flat = await stackOf({ "go.mod": "module x\n", "command.go": "package x\n" });
  expect([codeFile(flat, "See help"), testFile(flat, "See help")]).toEqual([
    "see_help.go",
    "see_help_test.go",
  ]);
  expect(await stackOf({ "go.mod": "module x\n", "main.go": "", "internal/a.go": "" })).toMatchObject({
    source: "internal",
  });
});

test("a monorepo with a manifest at its root is described by its parts, and every database is named", async () => {
  const root = {
    scripts: { test: "turbo test" },
    devDependencies: { typescript: "5.8.0" },
    dependencies: { pg: "8" },
  };
  const api = { dependencies: { fastify: "5", sqlite3: "5" }, devDependencies: { typescript: "5.8.0" } };
  const stack = await stackOf({
    "package.json": JSON.stringify(root),
    "pnpm-lock.yaml": "",
    "apps/api/package.json": JSON.stringify(api),
    "apps/api/src/main.ts": "",
    "packages/shared/package.json": JSON.stringify({ devDependencies: { typescript: "5.8.0" } }),
    "tools/Gemfile": "",
  });
  expect(stack).toMatchObject({
    testCommand: "pnpm test",
    storage: ["PostgreSQL (pg)", "SQLite (sqlite3)"],
    source: "apps/api/src",
    newFolders: ["apps/api/tests"],
  });
  expect(stack.language).toMatch(
    /^TypeScript 5\.8\.0, Node \(version not stated\) \(root, apps\/api, packages\/shared\); Ruby/,
  );
  expect(stack.evidence).toContain("package.json, apps/api/package.json, packages/shared/package.json");
});

test("a folder that does not exist yet is called new, not existing", async () => {
  const stack = await stackOf({ "package.json": "{}", "lib/a.js": "" });
  expect([stack.source, stack.newFolders]).toEqual(["lib", ["tests"]]);
});
