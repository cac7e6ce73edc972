import type { IncomingMessage } from "node:http";

/** A response that is larger than anything Hewto asks for. */
export class BodyTooLarge extends Error {
  constructor(what: string, maxBytes: number) {
    super(`${what} is larger than ${maxBytes / 1024 / 1024} MiB`);
  }
}

/** The whole text of a response; throws `BodyTooLarge` and closes the connection when it is too long. */
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
