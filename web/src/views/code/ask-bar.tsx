import { useEffect, useState } from "preact/hooks";
import { go, href } from "../../app/router.ts";

interface AskBarProps {
  readonly text: string;
  /** Called while typing; without it only Enter counts. */
  readonly onType?: (text: string) => void;
  readonly mode: "search" | "ask";
}

/** One line for both: words to find, or a question to answer. */
export function AskBar({ text, onType, mode }: AskBarProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  return (
    <search>
      <form
        class="ask-bar"
        onSubmit={(event) => {
          event.preventDefault();
          go(href("code", mode === "ask" ? ["ask"] : [], { q: typed }));
        }}
      >
        <input
          type="search"
          aria-label={mode === "ask" ? "A question about the code" : "Search the code"}
          placeholder={
            mode === "ask"
              ? "Who calls …, what breaks if …, how does … work"
              : "A name, words, or what it does"
          }
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onType?.(currentTarget.value);
          }}
        />
        <nav class="tabs" aria-label="Ways to look at code">
          <a href={href("code", [], { q: typed })} aria-current={mode === "search" ? "page" : undefined}>
            Search
          </a>
          <a href={href("code", ["ask"], { q: typed })} aria-current={mode === "ask" ? "page" : undefined}>
            Ask
          </a>
        </nav>
      </form>
    </search>
  );
}
