import { type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { commandFor, forPeople } from "../../src/cli/report.ts";
import { createRuntime } from "../../src/operation/runtime.ts";
import { createAccess } from "../../src/web/access.ts";
import { createEvents } from "../../src/web/events.ts";
import { createPage } from "../../src/web/server.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { whenOver } from "./cleanup.ts";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PageHost {
  readonly origin: string;
  readonly token: string;
  readonly oneTimeToken: () => string;
  readonly cookie: string;
  /** A request with exactly these headers; the reply of a stream is cut after its head. */
  readonly ask: (path: string, asked?: Asked) => Promise<Reply>;
  /** A call as the page makes it. */
  readonly call: (operation: string, input: unknown, asked?: Asked) => Promise<Reply>;
}

/** The page's server in this process, without the files of the built page. */
export async function pageHost(
  root: string,
  options: { write?: boolean; assets?: string } = {},
): Promise<PageHost> {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const runtime = createRuntime({ workspace: workspace.value, log: () => {} });
  let port = 0;
  const access = createAccess(workspace.value, () => port, Date.now);
  const events = createEvents(workspace.value, "test");
  const server = createPage({
    runtime,
    events,
    access,
    host: "127.0.0.1",
    mayWrite: options.write === true,
    recommend: commandFor,
    wordFault: forPeople,
    assets: options.assets ?? root,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: given } = server.address() as AddressInfo; // a listener on a port has one
  port = given;
  whenOver(() => {
    events.close();
    server.close();
    server.closeAllConnections();
  });
  const [cookie = ""] = access.cookie().split(";");
  const ask = (path: string, asked: Asked = {}) => send(port, path, asked);
  return {
    origin: `http://127.0.0.1:${port}`,
    token: access.token,
    oneTimeToken: access.oneTimeToken,
    cookie,
    ask,
    call: (operation, input, { headers = {}, ...asked } = {}) =>
      ask(`/api/${operation}`, {
        method: "POST",
        body: JSON.stringify(input),
        ...asked,
        headers: { cookie, "content-type": "application/json", "x-hewto-page": "1", ...headers },
      }),
  };
}

function send(port: number, path: string, { method = "GET", headers = {}, body }: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path, method, headers: { ...headers } }, (response) => {
      const { statusCode: status = 0, headers: got } = response;
      const done = (text: string) => resolve({ status, headers: got, text });
      if (got["content-type"] === "text/event-stream") {
        response.destroy();
        return done("");
      }
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => done(text));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
