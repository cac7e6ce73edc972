import type { Heading } from "../markdown/headings.ts";
import { linksOf } from "./graph/document-parts.ts";
import { followLink } from "./locate/destination.ts";
import type { FileSnapshot } from "./snapshot.ts";
import type { SourceDocument } from "./source.ts";

export interface RenderedPart {
  readonly path: string;
  readonly slug: string;
  readonly title: string;
  readonly line: number;
  readonly end_line: number;
  /** The number of links from the requested heading to this one. */
  readonly depth: number;
}

export interface Rendering {
  readonly markdown: string;
  readonly parts: readonly RenderedPart[];
  /** Links below the depth limit, which were not followed. */
  readonly cut: readonly string[];
}

/** Set by the contract. */
export const maxLinkDepth = 50;

/**
 * A section with its subheadings, then the sections that it links to, in the order of the links, and so on. Each
 * heading appears once, so cycles end.
 */
export async function renderHeading(
  snapshot: FileSnapshot,
  source: SourceDocument,
  heading: Heading,
): Promise<Rendering> {
  const renderer = new Renderer(snapshot);
  await renderer.add(source, heading, 0);
  const note =
    renderer.cut.length === 0
      ? []
      : [`<!-- Links deeper than ${maxLinkDepth} are left out: ${renderer.cut.join(", ")} -->`];
  return { markdown: [...renderer.texts, ...note].join("\n\n"), parts: renderer.parts, cut: renderer.cut };
}

class Renderer {
  readonly texts: string[] = [];
  readonly parts: RenderedPart[] = [];
  readonly cut: string[] = [];
  readonly #snapshot: FileSnapshot;
  readonly #rendered = new Set<string>();

  constructor(snapshot: FileSnapshot) {
    this.#snapshot = snapshot;
  }

  async add(source: SourceDocument, heading: Heading, depth: number): Promise<void> {
    const own = source.markdown.headings.filter((each) => {
      return (
        each.line >= heading.line && each.line <= heading.endLine && !this.#rendered.has(keyOf(source, each))
      );
    });
    for (const each of own) {
      this.#rendered.add(keyOf(source, each));
      this.texts.push(sectionText(source, each));
      const { slug, text: title, line, ownEndLine } = each;
      this.parts.push({ path: source.path, slug, title, line, end_line: ownEndLine, depth });
    }
    for (const link of linksOf(source).followed) {
      if (!own.some((each) => link.line >= each.line && link.line <= each.ownEndLine)) continue;
      await this.#follow(source, link.target ?? "", depth);
    }
  }

  async #follow(source: SourceDocument, target: string, depth: number): Promise<void> {
    const destination = await followLink(this.#snapshot, source, target);
    if (destination.type !== "file" || destination.slug === undefined || destination.document === undefined)
      return;
    const { document, slug } = destination;
    const heading = document.markdown.headings.find((each) => each.slug === slug);
    if (heading === undefined || this.#rendered.has(keyOf(document, heading))) return;
    if (depth >= maxLinkDepth) this.cut.push(keyOf(document, heading));
    else await this.add(document, heading, depth + 1);
  }
}

function sectionText(source: SourceDocument, heading: Heading): string {
  const title = `${"#".repeat(heading.level)} ${heading.title}`;
  const lines = source.markdown
    .linesBetween(heading.contentLine, heading.ownEndLine)
    .map((line) => line.text);
  const body = lines.join("\n").trim();
  return body === "" ? title : `${title}\n\n${body}`;
}

function keyOf(source: SourceDocument, heading: Heading): string {
  return `${source.path}#${heading.slug}`;
}
