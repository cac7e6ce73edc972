import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isExport, session } from "../api/client.ts";
import type { Output } from "../api/transport.ts";
import { useKeys } from "../app/keys.ts";
import { act } from "./action.tsx";
import { CommandChip } from "./command-chip.tsx";
import { Dialog } from "./dialog.tsx";
import { headingBefore, rangesOf } from "./quote-ranges.ts";
import { toast } from "./toast.tsx";

type Comment = Output<"show_review">["comments"][number];

interface CommentableProps {
  /** The path of the document that is shown inside. */
  readonly target: string;
  /** Comments whose words are marked. */
  readonly comments?: readonly Comment[];
  /** The comment whose words are shown stronger, and scrolled to. */
  readonly selected?: string | undefined;
  readonly onAdded?: (comment: Output<"add_review_comment">) => void;
  readonly children: ComponentChildren;
}

interface Selected {
  readonly quote: string;
  readonly heading: string | undefined;
  readonly top: number;
  readonly left: number;
}

/** A formatted document in which a selection can be commented on: with the button next to it, or with `c`. */
export function Commentable({ target, comments = [], selected, onAdded, children }: CommentableProps) {
  const root = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<Selected | undefined>(undefined);
  const [draft, setDraft] = useState<Selected | undefined>(undefined);
  useEffect(() => {
    const read = () => setSelection(root.current ? selectionIn(root.current) : undefined);
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, []);
  useEffect(() => {
    mark(root.current, comments, selected);
  }, [comments, selected, children]);
  const isThere = comments.some(({ id }) => id === selected);
  // Only when another comment is chosen: a document that changes must not jump.
  useEffect(() => {
    mark(root.current, comments, selected)?.startContainer.parentElement?.scrollIntoView({ block: "center" });
  }, [selected, isThere]);
  useKeys(
    [
      {
        keys: "c",
        does: "Comment on the selected text",
        run: () => selection && !isExport.value && setDraft(selection),
      },
    ],
    [selection],
  );
  return (
    <div class="commentable" ref={root}>
      {children}
      {selection && !draft && !isExport.value ? (
        <button
          type="button"
          class="comment-here primary"
          style={{ top: `${selection.top}px`, left: `${selection.left}px` }}
          // A click must not lose the selection that it is about.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setDraft(selection)}
        >
          Comment
        </button>
      ) : null}
      {draft ? (
        <CommentDialog
          target={target}
          draft={draft}
          onClose={() => setDraft(undefined)}
          onAdded={(comment) => {
            setDraft(undefined);
            onAdded?.(comment);
          }}
        />
      ) : null}
    </div>
  );
}

const maxQuote = 2000;

function selectionIn(root: HTMLElement): Selected | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return undefined;
  const quote = selection.toString().trim().slice(0, maxQuote);
  if (quote === "") return undefined;
  const frame = root.getBoundingClientRect();
  const end = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect();
  return {
    quote,
    heading: headingBefore(root, range.startContainer),
    top: end.bottom - frame.top + 4,
    left: Math.max(0, Math.min(end.right - frame.left - 40, frame.width - 90)),
  };
}

/** Marks the words of comments without touching the document; a browser that cannot do it shows none. */
function mark(
  root: HTMLElement | null,
  comments: readonly Comment[],
  selected: string | undefined,
): Range | undefined {
  if (root === null || !("highlights" in CSS)) return undefined;
  const open = comments.filter(({ quote, state }) => quote !== undefined && state === "open");
  // A document of a megabyte is read only for comments that it has.
  const quotes = open.map(({ quote = "" }) => quote);
  const ranges = quotes.length === 0 ? [] : rangesOf(root, quotes);
  const isSelected = (index: number) => open[index]?.id === selected;
  CSS.highlights.set("comment", new Highlight(...ranges.filter((range) => range !== undefined)));
  const chosen = ranges.find((range, index) => range !== undefined && isSelected(index));
  CSS.highlights.set("comment-selected", new Highlight(...(chosen ? [chosen] : [])));
  return chosen;
}

interface CommentDialogProps {
  readonly target: string;
  /** Undefined: about the whole document. */
  readonly draft: Pick<Selected, "quote" | "heading"> | undefined;
  readonly onClose: () => void;
  readonly onAdded: (comment: Output<"add_review_comment">) => void;
}

export function CommentDialog({ target, draft, onClose, onAdded }: CommentDialogProps) {
  const [text, setText] = useState("");
  const [isSending, setSending] = useState(false);
  const mayWrite = session.value?.mayWrite === true;
  const place =
    draft === undefined ? {} : { quote: draft.quote, ...(draft.heading ? { heading: draft.heading } : {}) };
  const send = async () => {
    setSending(true);
    const added = await act("add_review_comment", { target, text, ...place });
    setSending(false);
    if (!added) return;
    toast("The comment is saved.", "good");
    onAdded(added);
  };
  return (
    <Dialog
      title="Comment"
      onClose={onClose}
      actions={
        <>
          <CommandChip operation="add_review_comment" input={{ target, text: text || "…", ...place }} />
          {mayWrite ? (
            <button type="button" class="primary" disabled={isSending || text.trim() === ""} onClick={send}>
              Save the comment
            </button>
          ) : (
            <span class="muted">
              This page is read-only. Start it with <code>--write</code>, or run the command.
            </span>
          )}
        </>
      }
    >
      {draft ? (
        <blockquote class="quote" dir="auto">
          {draft.quote}
        </blockquote>
      ) : null}
      <label class="comment-text">
        <span>What should the author know or change?</span>
        <textarea
          rows={5}
          dir="auto"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && mayWrite && text.trim() !== "")
              send();
          }}
        />
      </label>
    </Dialog>
  );
}
