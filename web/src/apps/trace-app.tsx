import type { Output } from "../api/transport.ts";
import { EmptyState } from "../components/states.tsx";
import { Matrix } from "../views/trace/matrix.tsx";
import type { Row } from "../views/trace/rows.ts";
import "../views/trace/trace.css";
import type { ToolView } from "./main.tsx";

/** Requirements without a passing test, with their code, tests and results. */
export function TraceApp({ result }: ToolView) {
  const { gaps = [], left_out = 0 } = result as Partial<Output<"trace_gaps">>;
  if (gaps.length === 0) return <EmptyState title="Every requirement has a passing test" />;
  const rows = gaps.map((leaf): Row => {
    return { format: "", spec: leaf.address.split("/")[0] ?? "", requirement: leaf.name, leaf };
  });
  return (
    <>
      <Matrix rows={rows} query={{}} selected={undefined} />
      {left_out > 0 ? <p class="muted">{left_out} more are not listed.</p> : null}
    </>
  );
}
