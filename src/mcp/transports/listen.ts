import type { Server } from "node:http";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";

interface Address {
  readonly host: string;
  readonly port: number;
}

/** The port that it listens on: another than asked for when that was 0. */
export function listenOn(listener: Server, { host, port }: Address): Promise<Result<number>> {
  return new Promise((resolve) => {
    listener.once("error", (error) => resolve(fail(listenFault(error, { host, port }))));
    listener.listen(port, host, () => {
      const address = listener.address();
      resolve(ok(typeof address === "object" && address ? address.port : port));
    });
  });
}

export function originOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function listenFault(error: Error, { host, port }: Address) {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return fault(
      "port_in_use",
      `Port ${port} on ${host} is already in use.`,
      "Choose another with --port N, or --port 0 for any free one.",
    );
  }
  return fault(
    "port_in_use",
    `Cannot listen on ${host}:${port}: ${error.message}.`,
    "Check --host and --port.",
  );
}
