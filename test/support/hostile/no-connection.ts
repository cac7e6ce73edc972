import { createServer } from "node:net";
import { whenOver } from "../cleanup.ts";

export interface ForbiddenListener {
  readonly port: number;
  /** `http://127.0.0.1:PORT`; add a path. */
  readonly http: string;
  readonly https: string;
  /** The first bytes of each connection until now. */
  readonly connections: () => readonly string[];
  /** Fails at once if somebody has connected until now. */
  readonly check: () => void;
}

/** A port that nothing may connect to: any connection until the end of the test fails it, with the first bytes. */
export async function forbiddenListener(): Promise<ForbiddenListener> {
  const seen: string[] = [];
  const server = createServer((socket) => {
    const index = seen.push("(no bytes)") - 1;
    socket.once("data", (bytes) => {
      seen[index] = bytes[0] === 0x16 ? "(a TLS handshake)" : bytes.toString("latin1").slice(0, 200);
      socket.destroy();
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const check = () => {
    if (seen.length > 0) throw new Error(`Somebody connected to a forbidden port: ${seen.join("; ")}`);
  };
  whenOver(() => {
    server.close();
    check();
  });
  return {
    port,
    connections: () => [...seen],
    http: `http://127.0.0.1:${port}`,
    https: `https://127.0.0.1:${port}`,
    check,
  };
}
