import DOMPurify from "dompurify";
import MarkdownIt from "markdown-it";
import { useEffect, useMemo, useRef } from "preact/hooks";

interface MarkdownProps {
  readonly text: string;
  /** The level of the document's first headings below those of the page; default: 2. */
  readonly headings?: number;
  /** The address in the page of a link to a file of the workspace; a link without one is shown as text. */
  readonly linkTo?: (path: string) => string | undefined;
}

/** Beyond it the text is shown as it is: nobody reads a formatted megabyte, and everybody waits for it. */
const maxCharacters = 400_000;

/**
 * A document of the workspace, formatted. It may come from anyone: HTML in it is shown as text, what the formatter makes
 * is sanitized, nothing is loaded, and links lead to other sites only in a new tab.
 */
export function Markdown({ text, headings = 2, linkTo }: MarkdownProps) {
  const ref = useRef<HTMLDivElement>(null);
  const html = useMemo(() => formatted(text, headings, linkTo), [text, headings, linkTo]);
  useEffect(() => {
    const blocks = ref.current?.querySelectorAll<HTMLElement>("pre > code[class]") ?? [];
    if (blocks.length > 0) import("./highlight.ts").then(({ highlight }) => highlight(blocks));
  }, [html]);
  if (text.length > maxCharacters) return <pre class="raw">{text.slice(0, maxCharacters)}</pre>;
  return <div ref={ref} class="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}

function formatted(text: string, headings: number, linkTo: MarkdownProps["linkTo"]): string {
  if (text.length > maxCharacters) return "";
  const { front, body } = withoutFrontMatter(text);
  const source = front === "" ? "" : `\`\`\`yaml\n${front}\n\`\`\`\n\n`;
  const html = formatter(headings, linkTo).render(`${source}${body}`);
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ["href", "class", "target", "rel", "start", "dir", "title"],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
  });
}

const tags = [
  ..."h1 h2 h3 h4 h5 h6 p br hr blockquote ul ol li pre code em strong s del a".split(" "),
  ..."table thead tbody tr th td span".split(" "),
];

function withoutFrontMatter(text: string): { front: string; body: string } {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  return match ? { front: match[1] ?? "", body: text.slice(match[0].length) } : { front: "", body: text };
}

function formatter(headings: number, linkTo: MarkdownProps["linkTo"]) {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  const level = (tag: string) => `h${Math.min(6, Number(tag.slice(1)) + headings - 1)}`;
  rules.heading_open = (tokens, index) => `<${level(tokens[index]?.tag ?? "h1")} dir="auto">`;
  rules.heading_close = (tokens, index) => `</${level(tokens[index]?.tag ?? "h1")}>`;
  for (const block of ["paragraph_open", "list_item_open", "blockquote_open"] as const) {
    rules[block] = (tokens, index, options, _, self) => {
      tokens[index]?.attrSet("dir", "auto");
      return self.renderToken(tokens, index, options);
    };
  }
  // Pictures would be loaded from wherever the text says.
  rules.image = (tokens, index) => markdown.utils.escapeHtml(`[picture: ${tokens[index]?.content ?? ""}]`);
  rules.link_open = (tokens, index, options, _, self) => {
    const token = tokens[index];
    const target = String(token?.attrGet("href") ?? "");
    const isElsewhere = /^(?:https?:|mailto:)/i.test(target);
    if (isElsewhere) {
      token?.attrSet("target", "_blank");
      token?.attrSet("rel", "noopener noreferrer");
    } else {
      const address = linkTo?.(target);
      if (token) token.attrs = address === undefined ? [["title", target]] : [["href", address]];
    }
    return self.renderToken(tokens, index, options);
  };
  return markdown;
}
