import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import type { ConfigFormat } from "./host-table.ts";
import { mergeConfig } from "./merge.ts";

const entry = { command: "/opt/node/bin/node", args: ["/opt/hewto/hewto.js", "mcp"] };
const put = (format: ConfigFormat, text: string, table = "mcpServers") =>
  mergeConfig(format, text, { table, name: "hewto", entry });
const take = (format: ConfigFormat, text: string, table = "mcpServers") =>
  mergeConfig(format, text, { table, name: "hewto", entry: undefined });

function textOf(result: ReturnType<typeof put>): string {
  if (!result.ok) throw new Error(result.fault.message);
  return result.value;
}

describe("JSON", () => {
  it("creates the table in an empty or missing file", () => {
    for (const text of ["", "  \n", "{}"]) {
      expect(parseJsonc(textOf(put("json", text)))).toEqual({ mcpServers: { hewto: entry } });
    }
  });

  it("keeps comments, order, indentation, trailing commas and other servers", () => {
    const text = `{\n    // mine\n    "theme": "dark",\n    "mcpServers": {\n        "other": { "command": "x" }, // keep\n    },\n}\n`;
    const merged = textOf(put("json", text));
    expect(merged).toContain("// mine");
    expect(merged).toContain('"other": { "command": "x" }');
    expect(merged).toContain('"x" }, // keep');
    expect(merged).toMatch(/\n {8}"hewto"/);
    expect(Object.keys(parseJsonc(merged).mcpServers)).toEqual(["hewto", "other"]);
  });

  it("escapes a quotation mark in a name", () => {
    const merged = mergeConfig("json", '{"mcpServers":{"x":{}}}', {
      table: "mcpServers",
      name: 'a"b',
      entry,
    });
    expect(parseJsonc(textOf(merged))).toEqual({ mcpServers: { 'a"b': entry, x: {} } });
  });

  it("changes nothing the second time", () => {
    const once = textOf(put("json", '{"a":1}'));
    expect(textOf(put("json", once))).toBe(once);
  });

  it("leaves an entry with the same values and more, such as variables that the user added", () => {
    const more = JSON.stringify({ mcpServers: { hewto: { type: "stdio", ...entry, env: { A: "1" } } } });
    expect(textOf(put("json", more))).toBe(more);
  });

  it("replaces an older entry of ours and removes it again", () => {
    const old = '{\r\n\t"mcpServers": {\r\n\t\t"hewto": { "command": "old" },\r\n\t\t"b": {}\r\n\t}\r\n}\r\n';
    const merged = textOf(put("json", old));
    expect(parseJsonc(merged).mcpServers.hewto).toEqual(entry);
    expect(merged.replaceAll("\r\n", "")).not.toContain("\n");
    expect(parseJsonc(textOf(take("json", merged))).mcpServers).toEqual({ b: {} });
  });

  it.each([
    ["its own line", '{\n  "mcpServers": {\n    "a": { "command": "x", }, // mine\n  },\n}\n'],
    ["an empty table", '{\n  // mine\n  "mcpServers": {},\n  "b": [ 1,2 ]\n}\n'],
    ["Windows lines and tabs", '{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n'],
    ["a comment below the brace", '{ "mcpServers": {\n    // first\n    "a": {} } }\n'],
  ])("goes out as it came in, and every byte of the others stays: %s", (_name, text) => {
    const merged = textOf(put("json", text));
    expect(merged).not.toBe(text);
    expect(textOf(take("json", merged))).toBe(text);
  });

  it.each([
    ['{"mcpServers":{"a":{},"hewto":{}}}\n', '{"mcpServers":{"a":{}}}\n'],
    ['{"mcpServers": { "hewto": {}, "a": {  } }}\n', '{"mcpServers": { "a": {  } }}\n'],
    ['{"mcpServers": { // c\n"hewto": {}, "a": {} }}\n', '{"mcpServers": { // c\n"a": {} }}\n'],
    [
      '{"mcpServers": {\n  "a": {}, // a, b\n  "hewto": {} // ours\n}}\n',
      '{"mcpServers": {\n  "a": {} // a, b\n  // ours\n}}\n',
    ],
    ['{"mcpServers": {\n  // c\n  "hewto": {},\n}}\n', '{"mcpServers": {\n  // c\n}}\n'],
  ])("takes only itself out of %j", (text, without) => {
    expect(textOf(take("json", text))).toBe(without);
  });

  it("expands a table on one line with the right indentation", () => {
    const merged = textOf(put("json", '{\n  "mcpServers": { "a": { "command": "x" } }\n}\n'));
    expect(merged).toContain('\n    "a": { "command": "x" } }\n');
  });

  it("refuses a broken file and names the line and the reason", () => {
    const result = put("json", '{\n  "a": 1,\n  "b" 2\n}');
    expect(result.ok ? "" : result.fault.message).toBe("The file cannot be parsed: line 3: colon expected.");
  });

  it("refuses a table of the wrong type", () => {
    expect(put("json", '{"mcpServers": []}').ok).toBe(false);
    expect(put("json", "[]").ok).toBe(false);
  });
});

describe("TOML", () => {
  const config =
    '# my settings\nmodel = "o5"\n\n[mcp_servers.other] # theirs\ncommand = "x"\n\n[mcp_servers.other.env]\nKEY = "v"\n';

  it("appends the section and keeps every other byte", () => {
    const merged = textOf(put("toml", config, "mcp_servers"));
    expect(merged.startsWith(config)).toBe(true);
    expect(parseToml(merged)).toEqual({
      ...parseToml(config),
      mcp_servers: { other: { command: "x", env: { KEY: "v" } }, hewto: entry },
    });
  });

  it("changes nothing the second time, replaces an older entry, and removes it again", () => {
    const once = textOf(put("toml", config, "mcp_servers"));
    expect(textOf(put("toml", once, "mcp_servers"))).toBe(once);
    const older = `${config}\n[mcp_servers."hewto"]\ncommand = "old"\n\n[mcp_servers.hewto.env]\nA = "1"\n\n[last]\nz = 1\n`;
    expect(parseToml(textOf(put("toml", older, "mcp_servers")))).toMatchObject({
      mcp_servers: { hewto: entry },
      last: { z: 1 },
    });
    expect(parseToml(textOf(take("toml", once, "mcp_servers")))).toEqual(parseToml(config));
  });

  it("finds its section, and the next one, with a comment behind the header", () => {
    const text =
      '[mcp_servers.hewto] # mine\ncommand = "old"\n\n[mcp_servers.other] # theirs\ncommand = "x"\n';
    const merged = textOf(put("toml", text, "mcp_servers"));
    expect(parseToml(merged)).toEqual({ mcp_servers: { other: { command: "x" }, hewto: entry } });
    expect(textOf(take("toml", text, "mcp_servers"))).toBe('\n[mcp_servers.other] # theirs\ncommand = "x"\n');
  });

  it("replaces its section in place, and keeps the comment above the next one", () => {
    const text =
      '[mcp_servers.hewto]\ncommand = "old"\n# ours\nargs = []\n\n# theirs\n[mcp_servers.other]\ncommand = "x"\n';
    const merged = textOf(put("toml", text, "mcp_servers"));
    expect(merged).toMatch(
      /^\[mcp_servers\.hewto\]\ncommand = "\/opt[^#]*\n\n# theirs\n\[mcp_servers\.other\]/,
    );
    expect(textOf(take("toml", merged, "mcp_servers"))).toBe(
      '\n# theirs\n[mcp_servers.other]\ncommand = "x"\n',
    );
  });

  it("refuses to change a text of the user that only looks like its section", () => {
    const text =
      '[mcp_servers.hewto]\ncommand = "old"\n\n[notes]\ntext = """\n[mcp_servers.hewto]\n[more]\n"""\n';
    expect(put("toml", text, "mcp_servers")).toMatchObject({
      ok: false,
      fault: { code: "host_config_invalid" },
    });
  });

  it("refuses what it cannot change safely and what it cannot read", () => {
    expect(put("toml", 'mcp_servers = { hewto = { command = "old" } }', "mcp_servers").ok).toBe(false);
    const broken = put("toml", "a = 1\nb = = 1", "mcp_servers");
    expect(broken.ok ? "" : broken.fault.message).toMatch(/^The file cannot be parsed: line 2: /);
  });
});

describe("YAML", () => {
  it("keeps comments and other extensions, changes nothing the second time, removes itself", () => {
    const text = "# goose\nextensions:\n  other: # theirs\n    type: stdio\n";
    const merged = textOf(put("yaml", text, "extensions"));
    expect(merged).toContain("# goose");
    expect(merged).toContain("# theirs");
    expect(parseYaml(merged).extensions.hewto).toEqual(entry);
    expect(textOf(put("yaml", merged, "extensions"))).toBe(merged);
    expect(parseYaml(textOf(take("yaml", merged, "extensions")))).toEqual(parseYaml(text));
  });

  it("keeps every byte of other entries, whatever their indentation", () => {
    const head = '# mine\nMODEL: "gpt"   # keep\nextensions:\n    dev:\n        args: [a,  b]   # x\n';
    const tail = "\n# about the list\nlist:\n- one\n";
    const merged = textOf(put("yaml", head + tail, "extensions"));
    expect(merged.startsWith(`${head}    hewto:\n`)).toBe(true);
    expect(merged.endsWith(tail)).toBe(true);
    expect(parseYaml(merged)).toEqual({
      ...parseYaml(head + tail),
      extensions: { dev: { args: ["a", "b"] }, hewto: entry },
    });
    const older = merged.replace("/opt/node/bin/node", "/old/node");
    expect(textOf(put("yaml", older, "extensions"))).toBe(merged);
    expect(textOf(take("yaml", merged, "extensions"))).toBe(head + tail);
    expect(parseYaml(textOf(put("yaml", "a: 1", "extensions")))).toEqual({
      a: 1,
      extensions: { hewto: entry },
    });
    expect(parseYaml(textOf(put("yaml", "extensions: { x: { type: y } }\n", "extensions")))).toEqual({
      extensions: { x: { type: "y" }, hewto: entry },
    });
    for (const text of ["extensions:\n", "extensions: {}\n", "---\nextensions:\n  a: 1\n...\n"])
      expect(parseYaml(textOf(put("yaml", text, "extensions"))).extensions.hewto).toEqual(entry);
  });

  it("refuses a broken file and names the line", () => {
    const result = put("yaml", "a: 1\nb: [\n", "extensions");
    expect(result.ok ? "" : result.fault.message).toMatch(/^The file cannot be parsed: line 3: .*[a-z\]]\.$/);
  });

  it("creates the table in an empty file and refuses a list", () => {
    expect(parseYaml(textOf(put("yaml", "", "extensions")))).toEqual({ extensions: { hewto: entry } });
    expect(put("yaml", "- a\n- b\n", "extensions").ok).toBe(false);
  });
});

it.each(["json", "toml", "yaml"] as const)(
  "a %s file of a million brackets is refused, not an internal error",
  (format) => {
    const deep = "[".repeat(1_000_000);
    const text = { json: `{"x":${deep}`, toml: `x = ${deep}`, yaml: `x: ${deep}` }[format];
    expect(put(format, text)).toMatchObject({ ok: false, fault: { code: "host_config_invalid" } });
  },
);

const originals: readonly (readonly [ConfigFormat, string, string])[] = [
  ["toml", "mcp_servers", 'model = "x"\n'],
  ["toml", "mcp_servers", '# mine\n[mcp_servers.other]\ncommand = "other"\n'],
  ["toml", "mcp_servers", '[mcp_servers.other]\r\ncommand = "other"\r\n'],
  ["yaml", "extensions", "extensions:\n  other:\n    type: builtin\n"],
  ["yaml", "extensions", "# mine\nextensions:\n  other:\n    type: builtin # theirs\nlast: 1\n"],
  ["json", "mcpServers", '{\n  "mcpServers": {\n    "other": {\n      "command": "x"\n    }\n  }\n}\n'],
  ["json", "mcpServers", '{\n  "mcpServers": {\n    "other": { "command": "x" }, // keep\n  },\n}\n'],
];

it.each(originals)(
  "a %s file is byte for byte as before once the entry is removed (%s)",
  (format, table, text) => {
    expect(textOf(take(format, textOf(put(format, text, table)), table))).toBe(text);
  },
);

it("removing a section between two others leaves one blank line there", () => {
  const text = '[a]\nx = 1\n\n[mcp_servers.hewto]\ncommand = "y"\n\n[b]\nx = 2\n';
  expect(textOf(take("toml", text, "mcp_servers"))).toBe("[a]\nx = 1\n\n[b]\nx = 2\n");
});
