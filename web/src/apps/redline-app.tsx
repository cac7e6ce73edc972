import { useEffect, useState } from "preact/hooks";
import type { Output } from "../api/transport.ts";
import { Redline } from "../components/redline.tsx";
import { EmptyState, LoadingState } from "../components/states.tsx";
import type { ToolView } from "./main.tsx";

type Change = Partial<Output<"get_change">>;

/** What a change does to the requirements, word by word. The tool gives it only when asked, so the view asks. */
export function RedlineApp({ app, input, result }: ToolView) {
  const first = result as Change;
  const [change, setChange] = useState<Change | undefined>(first.redlines ? first : undefined);
  const [isMissing, setMissing] = useState(false);
  const id = first.id ?? input["change_id"];
  useEffect(() => {
    if (change !== undefined) return;
    app.callServerTool({ name: "get_change", arguments: { change_id: id, diff: true } }).then(
      ({ structuredContent }) => (structuredContent ? setChange(structuredContent) : setMissing(true)),
      () => setMissing(true),
    );
  }, []);
  if (isMissing)
    return (
      <EmptyState title="The redline is not available here">
        The text of the answer has the deltas.
      </EmptyState>
    );
  if (change === undefined) return <LoadingState what="the redline" />;
  const { redlines = [], title } = change;
  return (
    <>
      <h1 dir="auto">{title ?? String(id)}</h1>
      {redlines.length === 0 ? <EmptyState title="No requirement changes" /> : null}
      <div class="redlines">
        {redlines.map((row) => (
          <Redline key={`${row.spec_id} ${row.operation} ${row.requirement}`} row={row} />
        ))}
      </div>
    </>
  );
}
