import type { Output } from "../api/transport.ts";
import { ResearchFlow } from "../views/code/research.tsx";
import "../views/code/code.css";
import type { ToolView } from "./main.tsx";

/** The answer to a question about the code, as a flow. */
export function ResearchApp({ input, result }: ToolView) {
  const { overview = "", findings = [], ...others } = result as Partial<Output<"code_research">>;
  const answer = { ...others, overview, findings } as Output<"code_research">;
  return (
    <>
      <h1 dir="auto">{String(input["query"] ?? "Code research")}</h1>
      <ResearchFlow answer={answer} />
    </>
  );
}
