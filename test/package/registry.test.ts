import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { profiles } from "../../src/profiles.ts";

const own = JSON.parse(readFileSync("package.json", "utf8"));

/** The rules of the registry's server.schema.json (2025-12-11) for what we use of it; nothing else may be there. */
const Argument = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("positional"), value: z.string() }),
  z.strictObject({
    type: z.literal("named"),
    name: z.string().startsWith("--"),
    description: z.string(),
    format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
    default: z.string().optional(),
    choices: z.array(z.string()).optional(),
    isRequired: z.boolean(),
  }),
]);
const Server = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  packages: z.array(
    z.strictObject({
      registryType: z.literal("npm"),
      identifier: z.string(),
      version: z.string(),
      runtimeHint: z.literal("npx"),
      transport: z.strictObject({ type: z.literal("stdio") }),
      packageArguments: z.array(Argument),
    }),
  ),
});

test("server.json says what the registry wants and names this package in this version", () => {
  const server = Server.parse(JSON.parse(readFileSync("server.json", "utf8")));
  expect(server.name).toBe(own.mcpName);
  expect(server.version).toBe(own.version);
  expect(server.packages).toMatchObject([{ identifier: own.name, version: own.version }]);
  const choices = server.packages[0]?.packageArguments.flatMap((each) =>
    "choices" in each ? each.choices : [],
  );
  expect(choices).toEqual(profiles.map(({ name }) => name));
});

test("the addresses of the package are those of the account that the registry's name belongs to", () => {
  const [, account, name] = /^io\.github\.([^/]+)\/(.+)$/.exec(own.mcpName) ?? [];
  const address = `https://github.com/${account}/${name}`;
  expect(own.homepage).toBe(`${address}#readme`);
  expect(own.repository.url).toBe(`git+${address}.git`);
  expect(own.bugs.url).toBe(`${address}/issues`);
});

test("the MCP bundle starts the shipped program with the folder that the person chose", () => {
  const manifest = JSON.parse(readFileSync("packaging/mcpb-manifest.json", "utf8"));
  const { server, user_config, name, version, description, license } = manifest;
  expect(own).toMatchObject({ name, version, description, license });
  expect(manifest.compatibility.runtimes).toEqual({ node: own.engines.node });
  expect(server.entry_point).toBe(own.bin.hewto);
  expect(server.mcp_config.args.join(" ")).toMatch(
    /dist\/hewto\.js mcp --workspace \$\{user_config\.workspace\}$/,
  );
  expect(user_config.workspace.required).toBe(true);
});
