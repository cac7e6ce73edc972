import { useState } from "preact/hooks";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { go, href } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { Commentable, CommentDialog } from "../../components/commentable.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { ApproveBar } from "./approve-bar.tsx";
import { CommentCard } from "./comment-card.tsx";

type Review = Output<"show_review">;

interface ReviewPageProps {
  readonly item: string;
  readonly file: string | undefined;
  readonly comment: string | undefined;
}

export function ReviewPage({ item, file, comment }: ReviewPageProps) {
  const review = useOperation("show_review", { target: file === undefined ? item : `${item}/${file}` });
  if (!review.data) return <Pending of={review} what="the review" />;
  const { data } = review;
  return (
    <div class="review-page">
      <header class="view-head">
        <p class="muted">
          <a href={href("reviews")}>Reviews</a> /
        </p>
        <h1 dir="auto">{data.item}</h1>
        <span class="muted">{data.item_kind.replace("_", " ")}</span>
      </header>
      <ApproveBar review={data} onChanged={review.reload} />
      <Documents review={data} current={data.document?.path} />
      <div class="review-columns">
        <Document review={data} selected={comment} onAdded={review.reload} />
        <Comments review={data} selected={comment} onChanged={review.reload} />
      </div>
    </div>
  );
}

function Documents({
  review: { path, documents },
  current,
}: {
  readonly review: Review;
  readonly current: string | undefined;
}) {
  if (documents.length < 2) return null;
  return (
    <nav class="tabs" aria-label="Documents">
      {documents.map(({ path: file, open }) => (
        <a
          key={file}
          data-row
          href={href("reviews", [path], { file })}
          aria-current={file === current ? "page" : undefined}
        >
          {file} {open > 0 ? <Badge tone="accent">{open}</Badge> : null}
        </a>
      ))}
    </nav>
  );
}

interface DocumentProps {
  readonly review: Review;
  readonly selected: string | undefined;
  readonly onAdded: () => void;
}

function Document({ review: { path, document, comments }, selected, onAdded }: DocumentProps) {
  if (document === undefined)
    return <EmptyState title="No document">This item has no file that can be read as text.</EmptyState>;
  const target = `${path}/${document.path}`;
  const here = comments.filter(({ file }) => file === target);
  return (
    <article class="review-document" aria-label={document.path}>
      <Commentable
        target={target}
        comments={here}
        selected={selected}
        onAdded={({ id }) => {
          onAdded();
          go(href("reviews", [path], { file: document.path, comment: id }));
        }}
      >
        {/\.(md|markdown)$/i.test(document.path) ? (
          <Markdown text={document.text} />
        ) : (
          <pre class="raw">{document.text}</pre>
        )}
      </Commentable>
      {document.clipped ? <p class="note">The document is longer; only its beginning is shown.</p> : null}
    </article>
  );
}

interface CommentsProps {
  readonly review: Review;
  readonly selected: string | undefined;
  readonly onChanged: () => void;
}

function Comments({ review, selected, onChanged }: CommentsProps) {
  const [isWriting, setWriting] = useState(false);
  const { comments, document, path } = review;
  const here = `${path}/${document?.path ?? ""}`;
  const rank = (file: string | undefined) => (file === undefined ? 0 : file === here ? 1 : 2);
  const open = comments.filter(({ state }) => state === "open");
  const sorted = [...open].sort((a, b) => rank(a.file) - rank(b.file) || (a.line ?? 0) - (b.line ?? 0));
  const resolved = comments.filter(({ state }) => state === "resolved");
  return (
    <aside class="review-comments" aria-label="Comments">
      <h2>
        Comments <span class="count">{open.length}</span>{" "}
        <button type="button" class="plain" onClick={() => setWriting(true)}>
          Add
        </button>
      </h2>
      {sorted.length === 0 ? (
        <p class="muted">
          Select words in the document to comment on them, or press <kbd>c</kbd>.
        </p>
      ) : null}
      {sorted.map((comment) => (
        <CommentCard
          key={comment.id}
          comment={comment}
          isSelected={comment.id === selected}
          onChanged={onChanged}
        />
      ))}
      {resolved.length > 0 ? (
        <details open={resolved.some(({ id }) => id === selected)}>
          <summary>
            Resolved <span class="count">{resolved.length}</span>
          </summary>
          {resolved.map((comment) => (
            <CommentCard
              key={comment.id}
              comment={comment}
              isSelected={comment.id === selected}
              onChanged={onChanged}
            />
          ))}
        </details>
      ) : null}
      {isWriting ? (
        <CommentDialog
          target={path}
          draft={undefined}
          onClose={() => setWriting(false)}
          onAdded={() => {
            setWriting(false);
            onChanged();
          }}
        />
      ) : null}
    </aside>
  );
}
