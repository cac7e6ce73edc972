import { call, isExport } from "../../api/client.ts";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Age } from "../../components/age.tsx";
import { Badge, ProgressBar } from "../../components/badge.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { Findings } from "../../components/findings.tsx";
import { ReviewNote } from "../../components/review-note.tsx";
import { Pending } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { toast } from "../../components/toast.tsx";
import { stateNames, WorkMarks } from "../../components/work-row.tsx";
import { ArchiveButton, FixButton, RebaseButton } from "./actions.tsx";
import { ArchivedItem } from "./archived.tsx";
import { Files } from "./files.tsx";
import { History } from "./history.tsx";
import { Impact } from "./impact.tsx";
import { ItemRuns } from "./item-runs.tsx";
import { Redlines } from "./redlines.tsx";
import { Stages } from "./stages.tsx";
import { Tasks } from "./tasks.tsx";

const maxListed = 2000;

interface ItemProps {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

/** One change, feature or scratch pad. */
export function Item({ id, query }: ItemProps) {
  const item = useOperation("show_work", { id, limit: maxListed });
  if (!item.data) {
    // What is archived is no longer in flight.
    if (item.fault?.code === "work_not_found")
      return <ArchivedItem id={id} query={query} missing={item.fault} />;
    return <Pending of={item} what={id} />;
  }
  const work = item.data;
  const isChange = work.kind === "change";
  const tabs = [
    { id: "read", title: "Files", count: work.files.length },
    ...(isChange ? [{ id: "redline", title: "Redline" }] : []),
    { id: "tasks", title: "Tasks", count: work.progress.total },
    ...(isChange ? [{ id: "impact", title: "Impact" }] : []),
    ...(work.kind === "scratch_pad" || isExport.value ? [] : [{ id: "runs", title: "Runs" }]),
    { id: "history", title: "History" },
  ];
  const tab = query["tab"] ?? "read";
  return (
    <>
      <ItemHead work={work} onValidate={() => validate(id, item.reload)} />
      <ReviewNote path={work.path} review={work.review} />
      {work.findings.length > 0 ? (
        <details class="item-findings" open={work.valid === false}>
          <summary>{work.findings.length === 1 ? "1 finding" : `${work.findings.length} findings`}</summary>
          <Findings findings={work.findings} />
        </details>
      ) : null}
      <Tabs label="Parts of this item" tabs={tabs} />
      {tab === "read" ? <Files id={id} files={work.files} query={query} /> : null}
      {tab === "redline" ? <Redlines id={work.id} /> : null}
      {tab === "tasks" ? <Tasks work={work} /> : null}
      {tab === "impact" ? <Impact work={work} /> : null}
      {tab === "runs" ? <ItemRuns work={work} /> : null}
      {tab === "history" ? <History id={work.path} /> : null}
    </>
  );
}

type Work = Output<"show_work">;

function ItemHead({ work, onValidate }: { readonly work: Work; readonly onValidate: () => void }) {
  const { id, kind, title, label, state, next_step, progress, modified, path, valid } = work;
  const { blocked_by, overlaps, authors = [] } = work;
  const hasConflict = work.findings.some(({ rule }) => rule.endsWith("conflict"));
  return (
    <header class="item-head">
      <p class="crumbs">
        <a href={href("work")}>Work</a> / <span>{id}</span>
      </p>
      <h1 dir="auto">{title}</h1>
      <p class="facts">
        <Badge>{label}</Badge>
        <span>{stateNames[state]}</span>
        {valid === true ? <Badge tone="good">valid</Badge> : null}
        <WorkMarks valid={valid} blocked_by={[]} overlaps={[]} />
        <ProgressBar done={progress.completed} total={progress.total} />
        {next_step ? <span class="muted">next step: {next_step}</span> : null}
        <Age date={modified} />
        {authors.length > 0 ? <span class="muted">by {authors.join(", ")}</span> : null}
        <code class="muted">{path}</code>
        <CopyButton text={path} label="Copy path" />
      </p>
      <Others title="Blocked by" ids={blocked_by} />
      <Others title="Also touched by" ids={overlaps} />
      {kind === "change" ? <Stages id={id} /> : null}
      <div class="buttons" hidden={isExport.value}>
        <button type="button" onClick={onValidate}>
          Validate
        </button>
        {kind === "change" ? (
          <>
            {work.findings.length > 0 ? <FixButton id={id} /> : null}
            {hasConflict ? <RebaseButton id={id} /> : null}
            <ArchiveButton id={id} isPrimary={state === "done" && valid !== false} />
          </>
        ) : null}
      </div>
    </header>
  );
}

function Others({ title, ids }: { readonly title: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <p>
      <span class="muted">{title}</span>{" "}
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 ? ", " : ""}
          <a href={href("work", [id])}>{id}</a>
        </span>
      ))}
    </p>
  );
}

/** Asks again, and says so even when nothing changed. */
async function validate(id: string, reload: () => void): Promise<void> {
  const { valid, findings } = await call("show_work", { id });
  reload();
  const found =
    findings.length === 0
      ? "no findings"
      : findings.length === 1
        ? "1 finding"
        : `${findings.length} findings`;
  toast(`${valid === false ? "Invalid" : "Valid"}: ${found}.`, valid === false ? "plain" : "good");
}
