import { isRecord } from "../../kernel/json.ts";
import type { Outcome } from "./outcome.ts";

export interface OutputLine {
  readonly stream: "out" | "err";
  readonly text: string;
}

/** What a result has to show, as lines of two streams. Media are named, not printed. */
export function outputOf({ content = [], structuredContent }: Outcome): OutputLine[] {
  const parts = content.flatMap(blockOutput);
  const streams = structuredContent && streamsOf(structuredContent);
  if (streams) return [...parts, ...notShown(streams, parts)];
  if (parts.length > 0 || !structuredContent) return parts;
  return lines("out", JSON.stringify(structuredContent, null, 2));
}

/** Streams that a text block does not repeat word for word, as the protocol recommends to servers. */
function notShown(streams: readonly OutputLine[], parts: readonly OutputLine[]): OutputLine[] {
  return (["out", "err"] as const).flatMap((stream) => {
    const own = streams.filter((line) => line.stream === stream);
    const shown = parts.filter((line) => line.stream === stream);
    return asText(shown).includes(asText(own)) ? [] : own;
  });
}

function asText(shown: readonly OutputLine[]): string {
  return `\n${shown.map(({ text }) => text).join("\n")}\n`;
}

function blockOutput(block: Record<string, unknown>): OutputLine[] {
  const { type, text, mimeType, data, uri, name, resource } = block;
  if (type === "text" && typeof text === "string") return streamsOf(parsed(text)) ?? lines("out", text);
  if (type === "image" || type === "audio") {
    const size = typeof data === "string" ? Math.ceil((data.length * 3) / 4 / 1000) : 0;
    return lines("out", `[${String(mimeType ?? type)} ${size} kB]`);
  }
  if (type === "resource_link") return lines("out", `[${String(name ?? "link")}] ${String(uri ?? "")}`);
  if (type === "resource" && isRecord(resource)) {
    return lines(
      "out",
      typeof resource.text === "string" ? resource.text : `[${String(resource.uri ?? "resource")}]`,
    );
  }
  return lines("out", `[${String(type)}]`);
}

/** Agents that run commands answer with `{ stdout, stderr, … }`, structured or as JSON in a text. */
function streamsOf(value: unknown): OutputLine[] | undefined {
  if (!isRecord(value) || (typeof value.stdout !== "string" && typeof value.stderr !== "string"))
    return undefined;
  const { stdout, stderr } = value;
  return [
    ...(typeof stdout === "string" && stdout !== "" ? lines("out", stdout) : []),
    ...(typeof stderr === "string" && stderr !== "" ? lines("err", stderr) : []),
  ];
}

function lines(stream: OutputLine["stream"], text: string): OutputLine[] {
  return text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => ({ stream, text: line }));
}

function parsed(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The last lines of a run, bounded in number and size however much an agent prints. */
export class OutputBuffer {
  #lines: OutputLine[] = [];
  #chars = 0;
  dropped = 0;
  readonly #mostLines: number;
  readonly #mostChars: number;

  constructor(mostLines = 10_000, mostChars = 8 * 1024 * 1024) {
    this.#mostLines = mostLines;
    this.#mostChars = mostChars;
  }

  push(line: OutputLine): void {
    const text = line.text.length > this.#mostChars ? line.text.slice(0, this.#mostChars) : line.text;
    this.#lines.push({ ...line, text });
    this.#chars += text.length;
    // In blocks: shifting line by line would cost as much as the lines that stay.
    if (this.#lines.length > this.#mostLines * 1.25 || this.#chars > this.#mostChars * 1.25) this.#trim();
  }

  get lines(): readonly OutputLine[] {
    return this.#lines;
  }

  #trim(): void {
    let from = Math.max(0, this.#lines.length - this.#mostLines);
    let chars = this.#chars - sum(this.#lines.slice(0, from));
    while (chars > this.#mostChars && from < this.#lines.length - 1)
      chars -= this.#lines[from++]?.text.length ?? 0;
    this.dropped += from;
    this.#lines = this.#lines.slice(from);
    this.#chars = chars;
  }
}

function sum(lines: readonly OutputLine[]): number {
  return lines.reduce((total, line) => total + line.text.length, 0);
}
