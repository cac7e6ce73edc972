import { SaxesParser } from "saxes";
import { limits } from "./limits.ts";

export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close: (name: string) => void;
  /** Text and CDATA of the current element, possibly in pieces. */
  readonly text?: (text: string) => void;
}

export interface XmlOutcome {
  /** Why nothing of the file can be used. */
  readonly refused?: string | undefined;
  /** Why the rest was not read; elements that were closed before are whole. */
  readonly incomplete?: string | undefined;
}

const chunkLength = 64 * 1024;
const maxDocuments = 10_000;

/**
 * Reads XML without building a tree. No entities but the five of XML, no declarations, nothing from outside the text.
 * Some tools append one document to another; each is read.
 */
export function readXml(text: string, handlers: XmlHandlers): XmlOutcome {
  let from = 0;
  for (let documents = 0; documents < maxDocuments; documents++) {
    const outcome = readDocument(text, from, handlers);
    if (outcome.refused !== undefined || outcome.incomplete !== undefined) return outcome;
    from = nextDocument(text, outcome.end);
    if (from < 0) return {};
  }
  return { incomplete: `it has more than ${maxDocuments} documents` };
}

function nextDocument(text: string, end: number): number {
  const match = /\S/.exec(text.slice(end, end + 1024));
  const start = match === null ? -1 : end + match.index;
  return start >= 0 && text.startsWith("<?xml", start) ? start : -1;
}

function readDocument(text: string, from: number, handlers: XmlHandlers): XmlOutcome & { end: number } {
  const parser = new SaxesParser({ position: true, xmlns: false as const });
  let depth = 0;
  let end: number | undefined;
  let refused: string | undefined;
  let incomplete: string | undefined;
  const isOver = () => end !== undefined || refused !== undefined || incomplete !== undefined;
  parser.on("doctype", (doctype) => {
    // Coverage tools name a DTD on the web, which is never loaded. Declarations in the file itself can be an attack.
    if (doctype.includes("[")) refused = "its <!DOCTYPE …> declares entities, which a report does not need";
  });
  parser.on("error", ({ message }) => {
    if (!isOver() && !isHarmless(message)) incomplete = reasonOf(message);
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (isOver()) return;
    depth += 1;
    if (depth > limits.depth) refused = `its elements nest deeper than ${limits.depth} levels`;
    else handlers.open(name, attributes);
  });
  parser.on("closetag", ({ name, isSelfClosing }) => {
    if (isOver()) return;
    // The parser closes what a wrong end tag leaves open, and reports the error only then.
    if (!isSelfClosing && !endsWithTag(text, from + parser.position, name)) return;
    depth -= 1;
    handlers.close(name);
    if (depth === 0) end = from + parser.position;
  });
  const onText = (piece: string) => {
    if (!isOver()) handlers.text?.(piece);
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  for (let at = from; at < text.length && !isOver(); at += chunkLength) {
    parser.write(text.slice(at, at + chunkLength));
  }
  if (!isOver()) incomplete = "it ends in the middle";
  return { refused, incomplete, end: end ?? text.length };
}

function endsWithTag(text: string, end: number, name: string): boolean {
  const start = text.lastIndexOf("</", end - 1);
  return start >= 0 && text.slice(start + 2, end - 1).trimEnd() === name;
}

/** Terminal codes in titles and HTML entities in messages: the text around them is still right. */
function isHarmless(message: string): boolean {
  return /disallowed character|undefined entity|malformed character entity/.test(message);
}

function reasonOf(message: string): string {
  const reason = message.replace(/^\d+:\d+: /, "").replace(/\.$/, "");
  const line = /^(\d+):/.exec(message)?.[1];
  return line === undefined ? reason : `line ${line} is not well-formed XML (${reason})`;
}
