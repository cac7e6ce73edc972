import type { IncomingMessage } from "node:http";

/** A reply that was cut off, because nothing that we ask for is that large. */
export class BodyTooLarge extends Error {
  constructor(what: string, maxBytes: number) {
    super(`${what} is larger than ${maxBytes / 1024 / 1024} MiB`);
  }
}

/** The whole text of a response; throws `BodyTooLarge`, and hangs up, where it does not end in time. */
export async function bodyText(response: IncomingMessage, maxBytes: number): Promise<string> {
  return (await bodyBytes(response, maxBytes)).toString("utf8");
}

export async function bodyBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    const chunk: Buffer = part; // no encoding is set
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new BodyTooLarge("The reply", maxBytes);
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
