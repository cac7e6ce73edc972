import core from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

const languages = {
  bash,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) core.registerLanguage(name, language);

/** Beyond it colors would cost more time than they save. */
const maxCharacters = 50_000;

/** Code as HTML with spans for colors; undefined for a language that is not known. The text is escaped. */
export function highlighted(code: string, language: string): string | undefined {
  if (code.length > maxCharacters || core.getLanguage(language) === undefined) return undefined;
  return core.highlight(code, { language, ignoreIllegals: true }).value;
}

/** Colors the blocks of a formatted document in place. */
export function highlight(blocks: Iterable<HTMLElement>): void {
  for (const block of blocks) {
    const language = /language-([\w+#-]+)/.exec(block.className)?.[1] ?? "";
    const html = highlighted(block.textContent ?? "", language);
    if (html !== undefined) block.innerHTML = html;
  }
}
