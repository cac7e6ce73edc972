import { useEffect, useRef } from "preact/hooks";

interface CodeBlockProps {
  readonly path: string;
  readonly text: string;
  /** The number of each line, or of the first; without it lines have none. */
  readonly lines?: number | readonly number[];
}

/** Characters of a line and of all: a minified file is not read by anyone. */
const maxLine = 400;
const maxText = 60_000;

/** Code with the numbers of its lines. Colors come when their part of the page is loaded. */
export function CodeBlock({ path, text, lines }: CodeBlockProps) {
  const shown = cut(text);
  const code = useRef<HTMLElement>(null);
  const language = languageOf(path);
  useEffect(() => {
    const block = code.current;
    if (block) import("../../components/highlight.ts").then(({ highlight }) => highlight([block]));
  }, [shown, language]);
  const numbers = lineNumbers(shown, lines);
  return (
    <section
      class={lines === undefined ? "code code-block bare" : "code code-block"}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`Code of ${path}`}
    >
      {numbers ? (
        <pre class="line-numbers" aria-hidden="true">
          {numbers.join("\n")}
        </pre>
      ) : null}
      {/* Another text is another element: the colors of the last one are not the framework's. */}
      <pre key={shown}>
        <code ref={code} class={`language-${language}`}>
          {shown}
        </code>
      </pre>
    </section>
  );
}

function lineNumbers(text: string, lines: CodeBlockProps["lines"]): readonly number[] | undefined {
  return typeof lines === "number" ? text.split("\n").map((_, index) => lines + index) : lines;
}

function cut(text: string): string {
  return text
    .slice(0, maxText)
    .split("\n")
    .map((line) => (line.length > maxLine ? `${line.slice(0, maxLine)} …` : line))
    .join("\n");
}

const byEnding: Readonly<Record<string, string>> = {
  ts: "typescript",
  tsx: "typescript",
  mts: "typescript",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  py: "python",
  rs: "rust",
  rb: "ruby",
  kt: "kotlin",
  cs: "csharp",
  sh: "bash",
  md: "markdown",
  yml: "yaml",
  toml: "ini",
  html: "xml",
};

function languageOf(path: string): string {
  const ending = path.split(".").at(-1) ?? "";
  return byEnding[ending] ?? ending;
}
