import { useState } from "preact/hooks";
import { session } from "../../api/client.ts";
import type { Output } from "../../api/transport.ts";
import { act } from "../../components/action.tsx";
import { Age } from "../../components/age.tsx";
import { Badge } from "../../components/badge.tsx";
import { CommandChip } from "../../components/command-chip.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { Author, addressOf } from "./review-list.tsx";

type Comment = Output<"show_review">["comments"][number];

interface CommentCardProps {
  readonly comment: Comment;
  readonly isSelected: boolean;
  readonly onChanged: () => void;
}

export function CommentCard({ comment, isSelected, onChanged }: CommentCardProps) {
  const { id, quote, author, by, date, text, replies, anchor, file, line } = comment;
  return (
    <section class={isSelected ? "comment selected" : "comment"} aria-label={`Comment by ${author}`} data-row>
      <header>
        <a href={addressOf(comment)}>
          {file === undefined
            ? "Whole item"
            : `${file.split("/").at(-1)}${line === undefined ? "" : `:${line}`}`}
        </a>{" "}
        {anchor === "outdated" ? (
          <Badge tone="warn" title="The quoted words are no longer in the document">
            outdated
          </Badge>
        ) : null}
        {anchor === "moved" ? <Badge>moved</Badge> : null}
      </header>
      {quote === undefined ? null : (
        <blockquote class="quote clamped" dir="auto">
          {quote}
        </blockquote>
      )}
      <Said author={author} by={by} date={date} text={text} />
      {replies.map((reply) => (
        <div key={`${reply.date}${reply.text}`} class="reply">
          {reply.action === "reply" ? null : (
            <Badge tone={reply.action === "resolved" ? "good" : "accent"}>{reply.action}</Badge>
          )}{" "}
          <Said {...reply} />
        </div>
      ))}
      {isSelected ? <Answer key={id} comment={comment} onChanged={onChanged} /> : null}
    </section>
  );
}

interface SaidProps {
  readonly author: string;
  readonly by?: string | undefined;
  readonly date: string;
  readonly text: string;
}

function Said({ author, by, date, text }: SaidProps) {
  return (
    <>
      <p>
        <strong>
          <Author author={author} by={by} />
        </strong>{" "}
        <Age date={date} />
      </p>
      {text === "" ? null : <Markdown text={text} headings={4} />}
    </>
  );
}

function Answer({
  comment: { id, state },
  onChanged,
}: {
  readonly comment: Comment;
  readonly onChanged: () => void;
}) {
  const [text, setText] = useState("");
  const mayWrite = session.value?.mayWrite === true;
  const isOpen = state === "open";
  if (!mayWrite)
    return (
      <CommandChip
        operation="resolve_review_comment"
        input={isOpen ? { comment: id } : { comment: id, resolved: false }}
      />
    );
  const send = async (kind: "reply" | "resolve") => {
    const done =
      kind === "reply"
        ? await act("reply_to_review_comment", { comment: id, text })
        : await act("resolve_review_comment", { comment: id, text, resolved: isOpen });
    if (done) setText("");
    onChanged();
  };
  return (
    <form
      class="answer"
      onSubmit={(event) => {
        event.preventDefault();
        send("resolve");
      }}
    >
      <textarea
        rows={2}
        dir="auto"
        aria-label="Your answer"
        placeholder="What changed, or why nothing did"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p class="row-actions">
        <button type="submit" class="primary">
          {isOpen ? "Resolve" : "Open again"}
        </button>
        <button type="button" disabled={text.trim() === ""} onClick={() => send("reply")}>
          Reply
        </button>
      </p>
    </form>
  );
}
