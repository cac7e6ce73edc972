import { useMemo } from "preact/hooks";
import type { Output } from "../api/transport.ts";
import { Badge, type Tone } from "./badge.tsx";
import { WordDiff } from "./word-diff.tsx";

export type RedlineRow = NonNullable<Output<"get_change">["redlines"]>[number];

const tones: Record<RedlineRow["operation"], Tone> = {
  added: "good",
  modified: "accent",
  removed: "bad",
  renamed: "accent",
};

/** What a change does to one requirement, word by word; all three texts where both sides changed it. */
export function Redline({ row, href }: { readonly row: RedlineRow; readonly href?: string | undefined }) {
  const { spec_id, requirement, operation, from, kept, diff, conflict } = row;
  const { before, after } = useMemo(() => sidesOf(diff), [diff]);
  return (
    <article class="redline" data-row tabIndex={-1}>
      <header>
        <Badge tone={tones[operation]}>{operation}</Badge>
        <h3 dir="auto">
          {from ? <del>{from}</del> : null} {requirement}
        </h3>
        {href ? <a href={href}>{spec_id}</a> : <span class="muted">{spec_id}</span>}
        {conflict ? <Badge tone="bad">conflict</Badge> : null}
      </header>
      {conflict ? <ThreeWay {...conflict} /> : <WordDiff before={before} after={after} />}
      {kept.length > 0 ? <p class="muted">Kept from the spec: {kept.join(", ")}</p> : null}
    </article>
  );
}

function ThreeWay({ base, spec, change }: NonNullable<RedlineRow["conflict"]>) {
  return (
    <>
      <p class="muted">The change and the spec both changed this text since the change was written.</p>
      <div class="three-way">
        <section>
          <h4>The spec since then</h4>
          <WordDiff before={readable(base)} after={readable(spec)} />
        </section>
        <section>
          <h4>This change</h4>
          <WordDiff before={readable(base)} after={readable(change)} />
        </section>
      </div>
    </>
  );
}

/** Both texts of a diff by lines: `- ` removed, `+ ` added, two spaces unchanged. */
function sidesOf(diff: string): { before: string; after: string } {
  const lines = diff.split("\n");
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(2))
      .join("\n");
  return { before: readable(without("+ ")), after: readable(without("- ")) };
}

/** Without the heading, which is above the text, and without marks that only Markdown needs. */
function readable(text: string): string {
  return text
    .replace(/^###? .*\n+/, "")
    .replace(/\n{2,}(?!#)/g, "\n")
    .replace(/^#+ /gm, "")
    .replace(/\*\*([A-Z]+)\*\*/g, "$1");
}
