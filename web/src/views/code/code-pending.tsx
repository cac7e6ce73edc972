import { useState } from "preact/hooks";
import { call, session } from "../../api/client.ts";
import { faultFrom } from "../../api/transport.ts";
import type { Loaded } from "../../api/use-operation.ts";
import { CommandChip } from "../../components/command-chip.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { toast } from "../../components/toast.tsx";

interface CodePendingProps {
  readonly of: Pick<Loaded<unknown>, "fault" | "isLoading" | "reload">;
  readonly what: string;
}

/** As `Pending`; code that was never indexed can be indexed from here. */
export function CodePending({ of, what }: CodePendingProps) {
  const [progress, setProgress] = useState<string | undefined>(undefined);
  if (of.fault?.code !== "index_missing") return <Pending of={of} what={what} />;
  const index = async () => {
    setProgress("Indexing…");
    try {
      await call("index_codebase", {}, { onProgress: ({ message }) => setProgress(message ?? "Indexing…") });
      of.reload();
    } catch (thrown) {
      toast(faultFrom(thrown).message, "bad");
    }
    setProgress(undefined);
  };
  return (
    <EmptyState title="The code is not indexed yet">
      <p>Search reads an index, which is made once and follows every change afterwards.</p>
      {session.value?.mayWrite ? (
        <button type="button" class="primary" disabled={progress !== undefined} onClick={index}>
          {progress ?? "Index the code"}
        </button>
      ) : null}{" "}
      <CommandChip operation="index_codebase" input={{}} />
    </EmptyState>
  );
}
