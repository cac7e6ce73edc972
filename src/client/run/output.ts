import { isRecord } from "../../kernel/json.ts";
import type { Outcome } from "./outcome.ts";

export interface OutputLine {
  readonly stream: "out" | "err";
  readonly text: string;
}

/** The output of a result as lines of two streams. Media are named, not printed. */
export function outputOf({ content = [], structuredContent }: Outcome): OutputLine[] {
  const parts = content.flatMap(blockOutput);
  const streams = structuredContent && streamsOf(structuredContent);
  if (streams) return [...parts, ...notRepeated(streams, parts)];
  if (parts.length > 0 || !structuredContent) return parts;
  return lines("out", JSON.stringify(structuredContent, null, 2));
}

/** Streams that no text block repeats; the protocol recommends that servers repeat structured output as text. */
function notRepeated(streams: readonly OutputLine[], parts: readonly OutputLine[]): OutputLine[] {
  return (["out", "err"] as const).flatMap((stream) => {
    const structured = streams.filter((line) => line.stream === stream);
    const printed = parts.filter((line) => line.stream === stream);
    return asText(printed).includes(asText(structured)) ? [] : structured;
  });
}

function asText(output: readonly OutputLine[]): string {
  return `\n${output.map(({ text }) => text).join("\n")}\n`;
}

function blockOutput(block: Record<string, unknown>): OutputLine[] {
  const { type, text, mimeType, data, uri, name, resource } = block;
  if (type === "text" && typeof text === "string") return streamsOf(parseJson(text)) ?? lines("out", text);
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

/** Agents that run commands answer with `{ stdout, stderr, … }`, as structured content or as JSON text. */
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

function parseJson(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The last lines of a run, limited in number and size. */
export class OutputBuffer {
  #lines: OutputLine[] = [];
  #chars = 0;
  dropped = 0;
  readonly #maxLines: number;
  readonly #maxChars: number;

  constructor(maxLines = 10_000, maxChars = 8 * 1024 * 1024) {
    this.#maxLines = maxLines;
    this.#maxChars = maxChars;
  }

  push(line: OutputLine): void {
    const text = line.text.length > this.#maxChars ? line.text.slice(0, this.#maxChars) : line.text;
    this.#lines.push({ ...line, text });
    this.#chars += text.length;
    // Trims in blocks: removing line by line would cost as much as copying the remaining lines.
    if (this.#lines.length > this.#maxLines * 1.25 || this.#chars > this.#maxChars * 1.25) this.#trim();
  }

  get lines(): readonly OutputLine[] {
    return this.#lines;
  }

  #trim(): void {
    let from = Math.max(0, this.#lines.length - this.#maxLines);
    let chars = this.#chars - sum(this.#lines.slice(0, from));
    for (const { text } of this.#lines.slice(from, -1)) {
      if (chars <= this.#maxChars) break;
      chars -= text.length;
      from++;
    }
    this.dropped += from;
    this.#lines = this.#lines.slice(from);
    this.#chars = chars;
  }
}

function sum(lines: readonly OutputLine[]): number {
  return lines.reduce((total, line) => total + line.text.length, 0);
}
