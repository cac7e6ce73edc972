import { useState } from "preact/hooks";
import { call, session } from "../../api/client.ts";
import { faultFrom } from "../../api/transport.ts";
import { href } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { CommandChip } from "../../components/command-chip.tsx";
import { toast } from "../../components/toast.tsx";
import { WordDiff } from "../../components/word-diff.tsx";
import { testTitle } from "./matrix.tsx";
import type { Leaf, Row } from "./rows.ts";
import { StateBadge } from "./state-badge.tsx";

/** Beyond it a text is cut: a line of a megabyte is not read by anyone. */
const maxText = 20_000;

/** One requirement next to the matrix: its text, why it is in its state, and its links. */
export function RequirementPanel({ row, close }: { readonly row: Row; readonly close: string }) {
  const { leaf, spec, requirement } = row;
  return (
    <section class="panel" aria-label={`Requirement ${requirement}`}>
      <header class="panel-head">
        <h2 dir="auto">{requirement}</h2>
        <a href={close} aria-label="Close the requirement">
          Close
        </a>
      </header>
      <p class="facts">
        <StateBadge state={leaf.state} /> <span dir="auto">{leaf.reason.slice(0, 500)}</span>
      </p>
      <p class="muted">
        <a href={href("specs", [spec])}>{spec}</a>
        {leaf.level ? ` · ${leaf.level}` : ""} · <code>{leaf.address}</code> · {leaf.file}:{leaf.line}
      </p>
      {leaf.before === undefined ? (
        <p class="requirement-text" dir="auto">
          {leaf.text.slice(0, maxText)}
        </p>
      ) : (
        <WordDiff before={leaf.before} after={leaf.text} />
      )}
      {leaf.note ? (
        <p class="note" dir="auto">
          {leaf.note}
        </p>
      ) : null}
      {leaf.state === "suspect" ? <Accept address={leaf.address} /> : null}
      <Tests tests={leaf.tests} />
      <Code code={leaf.code} />
    </section>
  );
}

/** A person says that the tests still fit the text. */
function Accept({ address }: { readonly address: string }) {
  const [isBusy, setBusy] = useState(false);
  const input = { addresses: [address], yes: true };
  const accept = async () => {
    setBusy(true);
    try {
      const { files } = await call("trace_accept", input);
      toast(`Accepted. Wrote ${files.join(", ")}.`, "good");
    } catch (thrown) {
      toast(faultFrom(thrown).message, "bad");
    }
    setBusy(false);
  };
  return (
    <div class="note warn">
      <p>The text changed after its tests. Accept it if they still fit, or change the tests.</p>
      {session.value?.mayWrite ? (
        <button type="button" class="primary" disabled={isBusy} onClick={accept}>
          Accept the text
        </button>
      ) : null}{" "}
      <CommandChip operation="trace_accept" input={input} />
    </div>
  );
}

function Tests({ tests }: { readonly tests: Leaf["tests"] }) {
  return (
    <>
      <h3>Tests</h3>
      {tests.length === 0 ? <p class="muted">No test is linked.</p> : null}
      <ul class="plain-list">
        {tests.map((test) => (
          <li key={test.test}>
            <bdi>{testTitle(test)}</bdi> <TestStatus test={test} />
            <br />
            <span class="muted">
              {test.file}:{test.line}, linked by {test.source}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function TestStatus({ test: { status, fresh, counts } }: { readonly test: Leaf["tests"][number] }) {
  if (!counts) return <Badge title="Only an exact link counts">possible</Badge>;
  if (status === undefined) return <Badge>no result</Badge>;
  if (fresh === false) return <Badge tone="warn">{status}, of older sources</Badge>;
  const tone = status === "passed" ? "good" : status === "failed" || status === "error" ? "bad" : "warn";
  return <Badge tone={tone}>{status}</Badge>;
}

function Code({ code }: { readonly code: Leaf["code"] }) {
  if (code.length === 0) return null;
  return (
    <>
      <h3>Code</h3>
      <ul class="plain-list">
        {code.map(({ file, line, symbol, role }) => (
          <li key={`${file}:${line}:${symbol ?? ""}`}>
            {symbol === undefined ? (
              <bdi>{file}</bdi>
            ) : (
              <a href={href("code", ["symbol", symbol])}>{symbol}</a>
            )}
            <br />
            <span class="muted">
              {file}:{line}, {role}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
