import type { Output } from "../../api/transport.ts";
import { Action } from "../../components/action.tsx";
import { Age } from "../../components/age.tsx";
import { toast } from "../../components/toast.tsx";
import { ApprovalState, Author } from "./review-list.tsx";

interface ApproveBarProps {
  readonly review: Output<"show_review">;
  readonly onChanged: () => void;
}

/** Who approved what is shown, and whether it is still what they approved. */
export function ApproveBar({ review, onChanged }: ApproveBarProps) {
  const { approvals, item, path, documents, comments } = review;
  const valid = approvals.filter(({ state }) => state !== "withdrawn");
  const open = comments.filter(({ state }) => state === "open").length;
  return (
    <div class="approve-bar">
      {valid.length === 0 ? <span class="muted">Not approved yet.</span> : null}
      <ul class="plain-list">
        {valid.map((approval) => (
          <li key={approval.id}>
            <ApprovalState of={approval} /> <Author author={approval.author} /> <Age date={approval.date} />{" "}
            {approval.changed.length > 0 ? (
              <span class="muted">changed: {approval.changed.slice(0, 4).join(", ")}</span>
            ) : null}{" "}
            <span dir="auto">{approval.text}</span>
          </li>
        ))}
      </ul>
      <Action
        label="Approve"
        title={`Approve ${item}`}
        operation="approve_work"
        input={{ target: path }}
        onDone={() => {
          toast(`${item} is approved as it is now.`, "good");
          onChanged();
        }}
      >
        {open > 0 ? (
          <p class="note warn">{open === 1 ? "One comment is" : `${open} comments are`} still open.</p>
        ) : null}
        <p>The approval holds a digest of these files. It shows as changed when one of them changes:</p>
        <ul>
          {documents.slice(0, 20).map(({ path: file }) => (
            <li key={file}>
              <code>{file}</code>
            </li>
          ))}
        </ul>
        {documents.length > 20 ? <p class="muted">and {documents.length - 20} more</p> : null}
      </Action>
    </div>
  );
}
