import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import * as z from "zod";
import { browserForFile } from "../support/browser.ts";
import { hewto } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { change, requirement, spec } from "../support/specs.ts";
import { temporaryTree } from "../support/temporary.ts";
import { codeOf, openWire, resultOf, type Wire } from "../support/wire.ts";

const browser = browserForFile();
const declared = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};
const workspace = sharedByFile(() =>
  temporaryTree({
    "openspec/specs/auth/spec.md": spec("auth", requirement("Login <b>now</b>")),
    ...change("openspec/changes/add-reset", { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
    "src/a.ts": "export function callee() { return 1; }\nexport function caller() { return callee(); }\n",
  }),
);

async function serve(capabilities: object, ...args: string[]): Promise<Wire> {
  const wire = openWire(hewto, ["mcp", "--workspace", await workspace(), "--no-plugins", ...args]);
  await wire.initialize("2025-11-25", capabilities);
  return wire;
}

const Tools = z.object({
  tools: z.array(z.object({ name: z.string(), _meta: z.object({ ui: z.unknown() }).optional() })),
});
const Contents = z.object({
  contents: z.array(z.object({ mimeType: z.string(), text: z.string(), _meta: z.unknown() })),
});

async function read(wire: Wire, uri: string): Promise<string> {
  const { contents } = Contents.parse(resultOf(await wire.request("resources/read", { uri })));
  expect(contents).toMatchObject([{ mimeType: "text/html;profile=mcp-app" }]);
  return contents[0]?.text ?? "";
}

it("tools name their views only to clients that declare MCP Apps, and drop-in profiles have none", async () => {
  const plain = await serve({});
  const bytes = JSON.stringify(resultOf(await plain.request("tools/list")));
  expect(bytes).not.toContain("ui://");
  expect(JSON.stringify(resultOf(await plain.request("resources/list")))).not.toContain("ui://");
  expect(codeOf(await plain.request("resources/read", { uri: "ui://hewto/trace" }))).toBe(-32602);

  const showing = await serve(declared);
  const { tools } = Tools.parse(resultOf(await showing.request("tools/list")));
  const linked = tools.filter(({ _meta }) => _meta?.ui !== undefined);
  expect(linked.map(({ name, _meta }) => [name, _meta?.ui])).toEqual(
    expect.arrayContaining([
      ["trace_gaps", { resourceUri: "ui://hewto/trace" }],
      ["code_research", { resourceUri: "ui://hewto/research" }],
    ]),
  );
  expect(JSON.stringify(resultOf(await showing.request("resources/list")))).toContain("ui://hewto/redline");
  expect(await read(showing, "ui://hewto/redline")).toContain('data-view="redline"');

  const dropIn = await serve(declared, "--profile", "spox");
  expect(JSON.stringify(resultOf(await dropIn.request("tools/list")))).not.toContain("ui://");
});

/** A host in the page: it frames the view as hosts do, and answers what the view asks. */
const host = `({ html, input, result, later }) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.width = "100%";
  frame.style.height = "600px";
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.method === "ui/initialize")
      send({ id: data.id, result: { protocolVersion: data.params.protocolVersion, hostInfo: { name: "host", version: "1" }, hostCapabilities: { serverTools: {} }, hostContext: { theme: "dark" } } });
    else if (data.method === "ui/notifications/initialized") {
      send({ method: "ui/notifications/tool-input", params: { arguments: input } });
      send({ method: "ui/notifications/tool-result", params: result });
    } else if (data.method === "tools/call") {
      window.asked = data.params;
      send({ id: data.id, result: later });
    }
  });
  const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";
  frame.srcdoc = html.replace("<head>", '<head><meta http-equiv="Content-Security-Policy" content="' + policy + '">');
  document.body.append(frame);
}`;

interface Shown {
  readonly html: string;
  readonly input: object;
  readonly result: object;
  readonly later?: object;
}

async function show(shown: Shown): Promise<Page> {
  const page = await browser.open();
  await page.goto("about:blank");
  await page.evaluate(`(${host})(${JSON.stringify({ later: {}, ...shown })})`);
  return page;
}

it("the trace matrix, a redline and a research flow show the results of their tools in a host's frame", async () => {
  const wire = await serve(declared, "--toolsets", "all");
  const gaps = await show({
    html: await read(wire, "ui://hewto/trace"),
    input: {},
    result: await wire.call("trace_gaps"),
  });
  const matrix = gaps.frameLocator("iframe");
  await matrix.getByText("Login <b>now</b>").first().waitFor();
  await matrix.getByText("no test").first().waitFor();
  expect(await matrix.locator("html").getAttribute("data-theme")).toBe("dark");

  const redline = await show({
    html: await read(wire, "ui://hewto/redline"),
    input: { change_id: "add-reset" },
    result: await wire.call("get_change", { change_id: "add-reset" }),
    later: await wire.call("get_change", { change_id: "add-reset", diff: true }),
  });
  await redline.frameLocator("iframe").getByText("The system SHALL do Reset.").waitFor();
  expect(await redline.evaluate("asked.arguments")).toEqual({ change_id: "add-reset", diff: true });

  await wire.call("index_codebase", { path: "." });
  const research = await show({
    html: await read(wire, "ui://hewto/research"),
    input: { query: "who calls callee" },
    result: await wire.call("code_research", { query: "who calls callee" }),
  });
  const flow = research.frameLocator("iframe");
  await flow.getByRole("heading", { name: "who calls callee" }).waitFor();
  await flow.getByRole("list", { name: "Steps" }).getByText("caller").first().waitFor();
});
