import { useState } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { act } from "../../components/action.tsx";
import { toast } from "../../components/toast.tsx";

const steps = ["specify", "clarify", "plan", "tasks", "implement"] as const;

/** Starts a step with the agent that the settings name. */
export function StartRun({ onStarted }: { readonly onStarted: () => void }) {
  const work = useOperation("list_work", { review: false, limit: 1000 });
  const [isStarting, setStarting] = useState(false);
  const items = (work.data?.work ?? []).filter(({ kind }) => kind !== "scratch_pad");
  if (items.length === 0) return null;
  return (
    <form
      class="filters"
      onSubmit={async (event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const step = steps.find((each) => each === data.get("step"));
        setStarting(true);
        const started = await act("start_run", { work: String(data.get("work")), ...(step ? { step } : {}) });
        setStarting(false);
        if (started) toast(`Started ${started.step} of ${started.work}.`);
        onStarted();
      }}
    >
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
