import type { IncomingMessage, ServerResponse } from "node:http";
import type { AuditLine } from "../mcp/tools/audit-line.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { type FileWatch, watchWorkspace } from "../workspace/walk/watch.ts";
import type { PageEvent } from "./protocol.ts";
import { refuse, streamHeaders } from "./replies.ts";

export interface PageEvents {
  readonly publish: (event: PageEvent) => void;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  readonly close: () => void;
}

const maxStreams = 64;
const maxPaths = 200;
const maxRecent = 200;
const heartbeatMs = 20_000;
/** A page that does not read is closed instead of remembered; it comes back and reads everything again. */
const maxUnreadBytes = 1024 * 1024;

/** Server-sent events. Files are watched only while somebody listens. */
export function createEvents(workspace: Workspace, start: string): PageEvents {
  const streams = new Set<ServerResponse>();
  const recent: AuditLine[] = [];
  let watch: FileWatch | undefined;
  const publish = (event: PageEvent) => {
    if (event.kind === "audit") {
      recent.push(event.line);
      recent.splice(0, recent.length - maxRecent);
    }
    for (const stream of streams) write(stream, event);
  };
  const onChange = (paths: readonly string[]) =>
    publish({
      kind: "files",
      paths: paths.slice(0, maxPaths),
      more: Math.max(0, paths.length - maxPaths),
    });
  const leave = (stream: ServerResponse) => {
    streams.delete(stream);
    if (streams.size > 0) return;
    watch?.stop();
    watch = undefined;
  };
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.write(":\n\n");
  }, heartbeatMs);
  heartbeat.unref();
  return {
    publish,
    serve: (request, response) => {
      if (streams.size >= maxStreams)
        return refuse(response, 503, "Too many pages are open.", "Close some of them.");
      response.writeHead(200, streamHeaders());
      streams.add(response);
      request.on("close", () => leave(response));
      watch ??= watchWorkspace(workspace, onChange);
      watch.ready.then(() => write(response, { kind: "hello", start, recent }));
    },
    close: () => {
      clearInterval(heartbeat);
      watch?.stop();
      for (const stream of streams) stream.end();
    },
  };
}

function write(stream: ServerResponse, event: PageEvent): void {
  if (stream.writableLength > maxUnreadBytes) return void stream.destroy();
  stream.write(`data: ${JSON.stringify(event)}\n\n`);
}
