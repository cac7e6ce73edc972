import { diffLines, diffWords, diffWordsWithSpace } from "diff";
import { useMemo } from "preact/hooks";

interface WordDiffProps {
  readonly before: string;
  readonly after: string;
}

/** Beyond it whole lines are compared. */
const maxCharacters = 20_000;

/** Both texts as one, with what was removed and what was added. Languages without spaces are split into words too. */
export function WordDiff({ before, after }: WordDiffProps) {
  const parts = useMemo(() => compared(before, after), [before, after]);
  return (
    <div class="word-diff" dir="auto">
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index}`;
        if (added) return <ins key={key}>{value}</ins>;
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>;
      })}
    </div>
  );
}

function compared(before: string, after: string) {
  if (before.length + after.length > maxCharacters) return diffLines(before, after);
  if (!/[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(before + after))
    return diffWordsWithSpace(before, after);
  return diffWords(before, after, { intlSegmenter: new Intl.Segmenter(undefined, { granularity: "word" }) });
}
