import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href, setQuery } from "../../app/router.ts";
import { Age } from "../../components/age.tsx";
import { ProgressBar } from "../../components/badge.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { stateNames, WorkMarks, workAddress } from "../../components/work-row.tsx";

type WorkItem = Output<"list_work">["work"][number];
type Archived = Output<"work_history">["changes"][number];

const maxItems = 1000;
const maxArchived = 50;
const kinds = { change: "Changes", feature: "Features", scratch_pad: "Scratch pads" } as const;
const flags = { invalid: "Invalid", blocked: "Blocked", overlapping: "Overlapping" } as const;

/** Columns that follow from the files: what moves a card is a tick, a run or an archive. */
export function Board({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const work = useOperation("list_work", { sort: "recent", limit: maxItems });
  const history = useOperation("work_history", { limit: maxArchived });
  if (!work.data) return <Pending of={work} what="the work" />;
  const all = work.data.work;
  const shown = all.filter((item) => fits(item, query));
  const archived = (history.data?.changes ?? []).filter(({ title, id }) =>
    hasText(`${title} ${id}`, query["q"]),
  );
  const states = Object.entries(stateNames);
  return (
    <>
      <header class="page-head">
        <h1>Work</h1>
        <Filters query={query} items={all} />
      </header>
      {all.length === 0 && archived.length === 0 ? (
        <EmptyState title="Nothing is in flight">
          Start a change with <code>hewto changes new ID</code>, a feature with{" "}
          <code>hewto run specify --description TEXT</code>, or ask your agent for one.
        </EmptyState>
      ) : (
        <div class="board">
          {states.map(([state, title]) => {
            const cards = shown.filter((item) => item.state === state);
            return (
              <section key={state} class="column" aria-label={title}>
                <h2>
                  {title} <span class="count">{cards.length}</span>
                </h2>
                {cards.map((item) => (
                  <Card key={item.path} item={item} all={all} />
                ))}
              </section>
            );
          })}
          <section class="column" aria-label="Archived">
            <h2>
              Archived <span class="count">{archived.length + (history.data?.left_out ?? 0)}</span>
            </h2>
            {archived.map((change) => (
              <ArchivedCard key={change.path ?? change.id} change={change} />
            ))}
          </section>
        </div>
      )}
      {work.data.left_out > 0 ? <p class="muted">{work.data.left_out} more are not shown.</p> : null}
    </>
  );
}

function Card({ item, all }: { readonly item: WorkItem; readonly all: readonly WorkItem[] }) {
  const { title, id, label, progress, modified, authors, worktree } = item;
  const author = authors?.[0];
  return (
    <a class="card" href={workAddress(item, all)} data-row>
      <span class="card-title" dir="auto">
        {title}
      </span>
      <span class="muted card-id">
        {id} · {label}
      </span>
      <span class="card-foot">
        <ProgressBar done={progress.completed} total={progress.total} />
        <Age date={modified} />
      </span>
      {author === undefined ? null : (
        <span class="muted card-id">
          <bdi>{author}</bdi>
          {worktree === undefined ? null : ` in ${worktree}`}
        </span>
      )}
      <span class="marks">
        <WorkMarks {...item} />
      </span>
    </a>
  );
}

function ArchivedCard({ change }: { readonly change: Archived }) {
  const { id, title, archived_on } = change;
  return (
    <a class="card quiet" href={href("work", [id])} data-row>
      <span class="card-title" dir="auto">
        {title}
      </span>
      <span class="muted card-id">
        {id} {archived_on ? `· ${archived_on}` : ""}
      </span>
    </a>
  );
}

function Filters({ query, items }: { query: Readonly<Record<string, string>>; items: readonly WorkItem[] }) {
  const formats = Object.entries(kinds).filter(([kind]) => items.some((item) => item.kind === kind));
  return (
    <search class="filters" aria-label="Filter the board">
      <input
        type="search"
        aria-label="Filter by words"
        placeholder="Filter"
        value={query["q"] ?? ""}
        onInput={(event) => setQuery({ q: event.currentTarget.value })}
      />
      {formats.length > 1 ? (
        <select
          aria-label="Format"
          value={query["kind"] ?? ""}
          onChange={(event) => setQuery({ kind: event.currentTarget.value })}
        >
          <option value="">All formats</option>
          {formats.map(([kind, title]) => (
            <option key={kind} value={kind}>
              {title}
            </option>
          ))}
        </select>
      ) : null}
      <Choice
        name="author"
        label="Author"
        all="All authors"
        values={items.flatMap(({ authors = [] }) => authors)}
        query={query}
      />
      <Choice
        name="worktree"
        label="Worktree"
        all="All worktrees"
        values={items.map(({ worktree = here }) => worktree)}
        query={query}
      />
      <select
        aria-label="What is in the way"
        value={query["only"] ?? ""}
        onChange={(event) => setQuery({ only: event.currentTarget.value })}
      >
        <option value="">In any condition</option>
        {Object.entries(flags).map(([flag, title]) => (
          <option key={flag} value={flag}>
            {title}
          </option>
        ))}
      </select>
    </search>
  );
}

/** The items of this checkout, among those of worktrees. */
const here = "this checkout";

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly values: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** A filter by what the items have; left out where they all have the same. */
function Choice({ name, label, all, values, query }: ChoiceProps) {
  const current = query[name] ?? "";
  const known = [...new Set(current === "" ? values : [...values, current])].sort();
  if (known.length < 2) return null;
  return (
    <select
      aria-label={label}
      value={current}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value })}
    >
      <option value="">{all}</option>
      {known.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  );
}

function fits(item: WorkItem, query: Readonly<Record<string, string>>): boolean {
  const { q, kind, only, author, worktree } = query;
  if (author && !item.authors?.includes(author)) return false;
  if (worktree && (item.worktree ?? here) !== worktree) return false;
  if (kind && item.kind !== kind) return false;
  if (only === "invalid" && item.valid !== false) return false;
  if (only === "blocked" && item.blocked_by.length === 0) return false;
  if (only === "overlapping" && item.overlaps.length === 0) return false;
  return hasText(`${item.title} ${item.id} ${item.label} ${item.authors?.join(" ") ?? ""}`, q);
}

function hasText(text: string, words = ""): boolean {
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
