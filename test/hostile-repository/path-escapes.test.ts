import { join } from "node:path";
import { expect, test } from "vitest";
import { isRecord } from "../../src/kernel/json.ts";
import { hostilePaths } from "../corpus/paths.ts";
import { hewto } from "../support/bundle.ts";
import { openSession } from "../support/http.ts";
import { startListening } from "../support/processes.ts";
import { type Message, openWire } from "../support/wire.ts";
import { everythingOutside, hostileWorkspace, SECRET, WORD } from "./outside.ts";

/** One in so many of all combinations; `npm run test:hostile` tries every one. */
const EVERY = process.env["HEWTO_HOSTILE"] ? 1 : 37;
const AT_ONCE = 50;

interface Attempt {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

test.each(["stdio", "http"] as const)(
  "no argument of any tool reads or writes a file outside the workspace, over %s",
  async (transport) => {
    const { folder, root, outside } = await hostileWorkspace();
    const { request, problems } = await connect(transport, root, join(folder, "home"));
    const { tools } = await resultOf(request("tools/list", {}));
    const attempts = attemptsOn(tools, hostilePaths(root, outside)).filter((_, at) => at % EVERY === 0);
    expect(attempts.length).toBeGreaterThan(EVERY === 1 ? 20_000 : 500);
    const before = everythingOutside(folder);
    const leaks: Attempt[] = [];
    for (let at = 0; at < attempts.length; at += AT_ONCE) {
      await Promise.all(
        attempts.slice(at, at + AT_ONCE).map(async (attempt) => {
          const reply = await request("tools/call", attempt);
          if (JSON.stringify(reply).includes(SECRET)) leaks.push(attempt);
        }),
      );
    }
    expect(leaks).toEqual([]);
    expect(everythingOutside(folder)).toEqual(before);
    expect(problems()).toEqual([]);
    expect(await resultOf(request("ping", {}))).toEqual({});
  },
  600_000,
);

test("no resource address reads a file outside the workspace", async () => {
  const { folder, root, outside } = await hostileWorkspace();
  const { request } = await connect("stdio", root, join(folder, "home"));
  const forms = ["spec://X", "impl://X", "scratch://X", "spec://X/constraints/a", "skill://X", "file://X"];
  const addresses = hostilePaths(root, outside).flatMap((path) =>
    forms.map((form) => form.replace("X", path)),
  );
  const leaks: string[] = [];
  for (const uri of addresses.filter((_, at) => at % EVERY === 0)) {
    const reply = await request("resources/read", { uri });
    if (JSON.stringify(reply).includes(SECRET)) leaks.push(uri);
  }
  expect(leaks).toEqual([]);
}, 600_000);

/** Every string argument of every tool with every path, and ordinary values for what else is required. */
function attemptsOn(tools: unknown, paths: readonly string[]): Attempt[] {
  if (!Array.isArray(tools)) throw new Error("tools/list gave no list");
  return tools.filter(isRecord).flatMap(({ name, inputSchema }) => {
    const schema = isRecord(inputSchema) ? inputSchema : {};
    const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
    const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
    const ordinary = Object.fromEntries(required.map((key) => [key, ordinaryValue(properties[key])]));
    return Object.entries(properties)
      .filter(([, property]) => isRecord(property) && property["type"] === "string" && !property["enum"])
      .flatMap(([key]) =>
        paths.map((path) => ({ name: String(name), arguments: { ...ordinary, [key]: path } })),
      );
  });
}

function ordinaryValue(property: unknown): unknown {
  if (!isRecord(property)) return "x";
  if (Array.isArray(property["enum"])) return property["enum"][0];
  const byType: Record<string, unknown> = { integer: 1, number: 1, boolean: false, array: [], object: {} };
  return byType[String(property["type"])] ?? WORD;
}

interface Connection {
  readonly request: (method: string, params: object) => Promise<Message>;
  readonly problems: () => readonly string[];
}

async function connect(transport: "stdio" | "http", root: string, home: string): Promise<Connection> {
  const args = ["mcp", "--toolsets", "all", "--workspace", root];
  const options = { env: { HOME: home, XDG_CACHE_HOME: join(home, ".cache") } };
  if (transport === "http") {
    const { url } = await startListening(hewto, args, options);
    const { request } = await openSession(url);
    return { request, problems: () => [] };
  }
  const wire = openWire(hewto, args, options);
  await wire.initialize();
  const request = async (method: string, params: object) => {
    const reply = await wire.request(method, params);
    // The wire keeps every reply; these thousands are no longer needed.
    if (wire.messages.length > 1000) wire.messages.length = 0;
    return reply;
  };
  return { request, problems: () => wire.junk };
}

async function resultOf(reply: Promise<Message>): Promise<Message> {
  const { result } = await reply;
  return isRecord(result) ? result : {};
}
