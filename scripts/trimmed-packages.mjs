import { readFileSync } from "node:fs";

// Packages do work at every start that Hewto never uses. These plugins leave it out of the bundle, which saves a sixth
// of the time to the first answer, and `initializeFirst` an eighth of the rest (docs/decisions.md). A version of a
// package that looks different fails the build.

/** The SDK's JSON Schema validator is 150 kB of ajv that we never call: src/mcp passes its own. */
const withoutAjv = {
  name: "without-ajv",
  load: {
    filter: { id: /modelcontextprotocol[\\/](server|client)[\\/]dist[\\/]ajvProvider-.*\.mjs$/ },
    handler(path) {
      const names = [...readFileSync(path, "utf8").matchAll(/ as (\w+)/g)].map((match) => match[1]);
      return [...new Set(names)].map((name) => `export const ${name} = class {};`).join("\n");
    },
  },
};

/** The SDK lists all schemas of the protocol in a table, `isSpecType`, and uses one of them. */
const withoutSchemaTable = {
  name: "without-schema-table",
  transform: {
    filter: { id: /modelcontextprotocol[\\/](server|client)[\\/]dist[\\/]src-.*\.mjs$/ },
    handler(code) {
      const loops = this.parse(code).body.filter(
        ({ type, body }) => type === "ForOfStatement" && body.expression?.callee?.name === "register",
      );
      const text = 'register("ImplementationSchema", ImplementationSchema);';
      return edited(
        code,
        loops.map(({ start, end }, index) => ({ start, end, text: index === 0 ? text : "" })),
      );
    },
  },
  generateBundle(_options, bundle) {
    for (const { fileName, code = "" } of Object.values(bundle))
      if (/\b(isSpecType|specTypeSchemas)\.(?!Implementation\()/.test(code))
        throw new Error(`${fileName} uses a part of the SDK's schema table that the build leaves out.`);
  },
};

/** Lets the bundler drop the schemas that only the table used: it cannot know that making a schema has no effect. */
const pureSchemas = {
  name: "pure-schemas",
  transform: {
    filter: { id: /modelcontextprotocol[\\/]core[\\/]dist[\\/](schemas|auth)-.*\.mjs$/ },
    handler(code) {
      const calls = this.parse(code)
        .body.flatMap(({ type, declarations }) => (type === "VariableDeclaration" ? declarations : []))
        .flatMap(({ init }) => (init?.type === "CallExpression" ? [init] : []));
      return edited(
        code,
        calls.map(({ start, end }) => ({
          start,
          end,
          text: `/* @__PURE__ */ (() => ${code.slice(start, end)})()`,
        })),
      );
    },
  },
};

/**
 * The SDK makes all schemas of a revision when it checks its first request, and that is `initialize`, whose schema is
 * there already: the transport has checked the request with it. The others are made for the next message.
 */
const initializeFirst = {
  name: "initialize-first",
  transform: {
    filter: { id: /modelcontextprotocol[\\/]server[\\/]dist[\\/]src-.*\.mjs$/ },
    handler(code) {
      const lookups = this.parse(code).body.filter(
        ({ type, id }) => type === "FunctionDeclaration" && id.name === "getRequestSchema",
      );
      const text = '\n\tif (method === "initialize") return InitializeRequestSchema;';
      return edited(
        code,
        lookups.map(({ body: { start } }) => ({ start: start + 1, end: start + 1, text })),
      );
    },
  },
};

/** zod compiles a function for a schema when it first checks something, which pays off only after many checks. */
const withoutJit = {
  name: "without-jit",
  transform: {
    filter: { id: /node_modules[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ },
    handler(code) {
      const [start, end] = /(?<=export const globalConfig = .*;\n)/d.exec(code)?.indices[0] ?? [];
      return edited(
        code,
        start === undefined ? [] : [{ start, end, text: "globalConfig.jitless = true;\n" }],
      );
    },
  },
};

export const trimmedPackages = [withoutAjv, withoutSchemaTable, pureSchemas, initializeFirst, withoutJit];

/** The code with some ranges replaced. */
function edited(code, edits) {
  if (edits.length === 0) throw new Error("There is nothing to trim: the package has changed.");
  let text = "";
  let last = 0;
  for (const edit of edits) {
    text += code.slice(last, edit.start) + edit.text;
    last = edit.end;
  }
  return { code: text + code.slice(last), map: null };
}
