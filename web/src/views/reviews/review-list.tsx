import { isExport } from "../../api/client.ts";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { go, href, setQuery } from "../../app/router.ts";
import { Age } from "../../components/age.tsx";
import { Badge } from "../../components/badge.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";

type Comment = Output<"list_review_comments">["comments"][number];
type State = "open" | "resolved" | "all";

export function ReviewList({ state: given }: { readonly state: string }) {
  const state: State = given === "resolved" || given === "all" ? given : "open";
  const list = useOperation("list_review_comments", { state, limit: 500 });
  const approvals = useOperation("list_approvals", {});
  if (!list.data) return <Pending of={list} what="comments" />;
  const { comments, open, resolved, left_out } = list.data;
  return (
    <div class="reviews-view">
      <header class="view-head">
        <h1>Reviews</h1>
        <p class="muted">
          {open} open, {resolved} resolved
        </p>
      </header>
      <div class="filters">
        {isExport.value ? null : <OpenReview />}
        <label>
          Show{" "}
          <select value={state} onChange={(event) => setQuery({ state: event.currentTarget.value })}>
            <option value="open">open comments</option>
            <option value="resolved">resolved comments</option>
            <option value="all">all comments</option>
          </select>
        </label>
      </div>
      {comments.length === 0 ? (
        <EmptyState title={state === "open" ? "No open comments" : "No comments"}>
          <p hidden={isExport.value}>
            Choose a document above, select words in it and comment on them. Comments are files beside the
            document.
          </p>
        </EmptyState>
      ) : (
        <Comments comments={comments} />
      )}
      {left_out > 0 ? <p class="muted">{left_out} more comments are not listed.</p> : null}
      {approvals.data && approvals.data.approvals.length > 0 ? <Approvals of={approvals.data} /> : null}
    </div>
  );
}

function Comments({ comments }: { readonly comments: readonly Comment[] }) {
  return (
    <Table
      caption="Comments"
      rows={comments}
      rowKey={({ path }) => path}
      columns={[
        {
          title: "Comment",
          kind: "wide",
          cell: (comment) => (
            <>
              {comment.quote === undefined ? null : (
                <p class="quote clamped" dir="auto">
                  {comment.quote}
                </p>
              )}
              <a href={addressOf(comment)} dir="auto">
                {firstLine(comment.text)}
              </a>
              {comment.replies.length > 0 ? (
                <span class="muted"> {comment.replies.length} replies</span>
              ) : null}
            </>
          ),
        },
        {
          title: "On",
          kind: "narrow",
          cell: ({ item, file, line }) => <Place item={item} file={file} line={line} />,
        },
        {
          title: "State",
          kind: "narrow",
          cell: ({ state, anchor }) => (
            <>
              <Badge tone={state === "open" ? "accent" : "good"}>{state}</Badge>{" "}
              {anchor === "outdated" ? <Badge tone="warn">outdated</Badge> : null}
            </>
          ),
        },
        { title: "By", kind: "narrow", cell: ({ author, by }) => <Author author={author} by={by} /> },
        { title: "When", kind: "narrow", cell: ({ date }) => <Age date={date} /> },
      ]}
    />
  );
}

export function Author({ author, by }: { readonly author: string; readonly by?: string | undefined }) {
  return (
    <span dir="auto">
      {author}
      {by === undefined ? null : <span class="muted"> ({by})</span>}
    </span>
  );
}

function Place({ item, file, line }: Pick<Comment, "item" | "file" | "line">) {
  return (
    <>
      {item}
      {file === undefined ? null : (
        <p class="muted">
          {file.split("/").at(-1)}
          {line === undefined ? "" : `:${line}`}
        </p>
      )}
    </>
  );
}

export function addressOf({ id, path, file }: Comment): string {
  const item = path.replace(/\/reviews\/[^/]*$/, "");
  return href("reviews", [item], { file: file?.slice(item.length + 1), comment: id });
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > 160 ? `${line.slice(0, 160)}…` : line || "(empty)";
}

/** Any work item or spec can be reviewed, including those without comments. */
function OpenReview() {
  const work = useOperation("list_work", { review: false, limit: 1000 });
  const specs = useOperation("specs_overview", {});
  const items = [
    ...(work.data?.work ?? []).map(({ path, id, label }) => ({ path, name: id, group: label })),
    ...(specs.data?.specs ?? []).map(({ id }) => ({ path: id, name: id, group: "Spec" })),
  ];
  return (
    <label>
      Review{" "}
      <select value="" onChange={(event) => go(href("reviews", [event.currentTarget.value]))}>
        <option value="" disabled>
          choose a work item or spec
        </option>
        {[...new Set(items.map(({ group }) => group))].map((group) => (
          <optgroup key={group} label={group}>
            {items
              .filter((item) => item.group === group)
              .map(({ path, name }) => (
                <option key={path} value={path}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

function Approvals({ of: { approvals } }: { readonly of: Output<"list_approvals"> }) {
  return (
    <section>
      <h2>Approvals</h2>
      <Table
        caption="Approvals"
        rows={approvals}
        rowKey={({ id, item }) => `${item} ${id}`}
        columns={[
          { title: "Item", kind: "wide", cell: ({ item }) => <a href={href("reviews", [item])}>{item}</a> },
          { title: "State", kind: "narrow", cell: (approval) => <ApprovalState of={approval} /> },
          { title: "By", kind: "narrow", cell: ({ author }) => <Author author={author} /> },
          { title: "When", kind: "narrow", cell: ({ date }) => <Age date={date} /> },
        ]}
      />
    </section>
  );
}

export function ApprovalState({ of }: { readonly of: Output<"list_approvals">["approvals"][number] }) {
  const tone = of.state === "current" ? "good" : of.state === "stale" ? "warn" : "plain";
  const names = { current: "approved", stale: "changed since", withdrawn: "withdrawn" } as const;
  return (
    <Badge tone={tone} title={`Digest ${of.digest}`}>
      {names[of.state]}
    </Badge>
  );
}
