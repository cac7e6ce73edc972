import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { CommandChip } from "../../components/command-chip.tsx";
import { EmptyState } from "../../components/states.tsx";
import { AskBar } from "./ask-bar.tsx";
import { CodeBlock } from "./code-block.tsx";
import { CodePending } from "./code-pending.tsx";

type Answer = Output<"code_research">;
type Finding = Answer["findings"][number];

/** The answer to a question as a flow: each step with the line that says it. */
export function ResearchPage({ question }: { readonly question: string }) {
  const asked = question.trim();
  const input = asked === "" ? undefined : { query: asked };
  const found = useOperation("code_research", input);
  return (
    <>
      <h1 class="visually-hidden">Code research</h1>
      <AskBar text={question} mode="ask" />
      {input === undefined ? (
        <EmptyState title="Ask in a sentence">
          Who calls a function, what breaks if it changes, how something works, the path from one to another.
        </EmptyState>
      ) : found.data ? (
        <ResearchFlow answer={found.data} />
      ) : (
        <CodePending of={found} what="an answer" />
      )}
      {input ? <CommandChip operation="code_research" input={input} /> : null}
    </>
  );
}

export function ResearchFlow({ answer }: { readonly answer: Answer }) {
  const { overview, findings, excerpts = [], tests = [], documents = [], hint, left_out } = answer;
  return (
    <article class="research">
      <p class="overview" dir="auto">
        {overview}
      </p>
      {findings.length > 0 ? (
        <ol class="flow" aria-label="Steps">
          {findings.map((finding, index) => (
            <Step
              key={`${finding.symbol} ${finding.source.path}:${finding.source.line} ${finding.relation}`}
              of={finding}
              isNext={follows(findings, index)}
            />
          ))}
        </ol>
      ) : null}
      {left_out?.findings ? <p class="muted">… and {left_out.findings} more.</p> : null}
      {hint ? <p class="note">{hint}</p> : null}
      {excerpts.map(({ path, lines }) => (
        <section key={`${path} ${lines.slice(0, 40)}`}>
          <h2>
            <bdi>{path}</bdi>
          </h2>
          <Excerpt path={path} lines={lines} />
        </section>
      ))}
      <Mentions title="Tests" items={tests} />
      <Mentions title="Documents" items={documents} />
    </article>
  );
}

/** Whether the step before already names where this one starts. */
function follows(findings: readonly Finding[], index: number): boolean {
  const [finding, before] = [findings[index], findings[index - 1]];
  return finding?.via !== undefined && (before?.symbol === finding.via || before?.via === finding.via);
}

const words: Readonly<Record<Finding["relation"], string>> = {
  calls: "calls",
  called_by: "is called by",
  conforms: "conforms to",
  inherits: "inherits from",
  extends: "extends",
  imports: "imports",
  references: "uses",
};

function Step({ of: finding, isNext }: { readonly of: Finding; readonly isNext: boolean }) {
  const { symbol, source, relation, hop, confidence, text, via, how } = finding;
  return (
    <li class="step" data-row data-hop={Math.min(hop, 4)}>
      <p>
        {via && !isNext ? <span class="muted">{via} </span> : null}
        {hop > 0 ? <span class="muted">{words[relation]} </span> : null}
        <a href={href("code", ["symbol", symbol])}>
          <bdi>{symbol}</bdi>
        </a>{" "}
        <bdi class="muted">
          {source.path}:{source.line}
        </bdi>{" "}
        {confidence === "exact" ? null : (
          <Badge tone={confidence === "possible" ? "warn" : "plain"} title={how ?? ""}>
            {confidence}
          </Badge>
        )}
      </p>
      {text ? <code class="step-line">{text.slice(0, 400)}</code> : null}
    </li>
  );
}

/** Excerpts come with the numbers of their lines in front, as agents read them; lines may be left out between. */
function Excerpt({ path, lines }: { readonly path: string; readonly lines: string }) {
  const numbered = lines.split("\n").map((line) => /^\s*(\d+)[:|\t ]?\s?(.*)$/.exec(line));
  if (!numbered.every((match) => match !== null)) return <CodeBlock path={path} text={lines} />;
  const numbers = numbered.map((match) => Number(match?.[1]));
  return (
    <CodeBlock path={path} text={numbered.map((match) => match?.[2] ?? "").join("\n")} lines={numbers} />
  );
}

function Mentions({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="plain-list">
        {items.map((item) => (
          <li key={item} dir="auto">
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
