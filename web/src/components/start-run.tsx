import { useState } from "preact/hooks";
import { useOperation } from "../api/use-operation.ts";
import { act } from "./action.tsx";
import { toast } from "./toast.tsx";

const steps = ["specify", "clarify", "plan", "tasks", "implement"] as const;

interface StartRunProps {
  /** The path of the item, where the page shows only one. */
  readonly work?: string | undefined;
  readonly onStarted: () => void;
}

/** Starts a step with the agent that the settings name. */
export function StartRun({ work, onStarted }: StartRunProps) {
  const listed = useOperation("list_work", work === undefined ? { review: false, limit: 1000 } : undefined);
  const [isStarting, setStarting] = useState(false);
  const items = (listed.data?.work ?? []).filter(({ kind }) => kind !== "scratch_pad");
  if (work === undefined && items.length === 0) return null;
  return (
    <form
      class="filters"
      onSubmit={async (event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const step = steps.find((each) => each === data.get("step"));
        const wanted = work ?? String(data.get("work"));
        setStarting(true);
        const started = await act("start_run", { work: wanted, ...(step ? { step } : {}) });
        setStarting(false);
        if (started) toast(`Started ${started.step} of ${started.work}.`);
        onStarted();
      }}
    >
      {work === undefined ? (
        <label>
          Work{" "}
          <select name="work">
            {items.map(({ path, id }) => (
              <option key={path} value={path}>
                {id}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label>
        Step{" "}
        <select name="step">
          <option value="">next</option>
          {steps.map((step) => (
            <option key={step}>{step}</option>
          ))}
        </select>
      </label>
      <button type="submit" class="primary" disabled={isStarting}>
        Run
      </button>
    </form>
  );
}
