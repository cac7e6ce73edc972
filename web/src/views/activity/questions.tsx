import { useId, useState } from "preact/hooks";
import { session } from "../../api/client.ts";
import { act } from "../../components/action.tsx";
import type { Run } from "../../components/runs.tsx";

type Question = NonNullable<Run["live"]>["questions"][number];
type Field = Question["fields"][number];

interface QuestionsProps {
  readonly runs: readonly Run[];
  readonly onAnswered: () => void;
}

/** What runs wait for: the agent goes on as soon as it is answered. */
export function Questions({ runs, onAnswered }: QuestionsProps) {
  const asked = runs.flatMap((run) => (run.live?.questions ?? []).map((question) => ({ run, question })));
  if (asked.length === 0) return null;
  return (
    <section class="questions" aria-label="Questions of runs">
      {asked.map(({ run, question }) => (
        <Ask key={question.id} run={run} question={question} onAnswered={onAnswered} />
      ))}
    </section>
  );
}

interface AskProps {
  readonly run: Run;
  readonly question: Question;
  readonly onAnswered: () => void;
}

function Ask({ run, question: { id, kind, text, fields }, onAnswered }: AskProps) {
  const [isSending, setSending] = useState(false);
  const answer = async (form: HTMLFormElement | null, given: "yes" | "yes_for_run" | "no") => {
    const data = form === null ? [] : [...new FormData(form)];
    const values: Record<string, string> = {};
    for (const [name, value] of data)
      if (typeof value === "string") values[name] = name in values ? `${values[name]}, ${value}` : value;
    setSending(true);
    await act("answer_run", { question: id, answer: given, values, text: values["text"] ?? "" });
    setSending(false);
    onAnswered();
  };
  const mayWrite = session.value?.mayWrite === true;
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault();
        answer(event.currentTarget, "yes");
      }}
    >
      <h2>
        {run.step} {run.work} asks
      </h2>
      <pre class="question-text" dir="auto">
        {text}
      </pre>
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
      {kind === "text" ? <textarea name="text" rows={6} aria-label="Your answer" /> : null}
      <p class="row-actions">
        <button type="submit" class="primary" disabled={isSending || !mayWrite}>
          {kind === "form" || kind === "text" ? "Send" : "Allow"}
        </button>
        {kind === "permit" || kind === "review" ? (
          <button type="button" disabled={isSending || !mayWrite} onClick={() => answer(null, "yes_for_run")}>
            Allow for this run
          </button>
        ) : null}
        <button type="button" disabled={isSending || !mayWrite} onClick={() => answer(null, "no")}>
          {kind === "form" || kind === "text" ? "Skip" : "Deny"}
        </button>
      </p>
    </form>
  );
}

function FieldInput({
  field: { name, label, kind, required, choices, fallback },
}: {
  readonly field: Field;
}) {
  const id = useId();
  const start = typeof fallback === "string" || typeof fallback === "number" ? String(fallback) : "";
  return (
    <div class="field">
      <label for={id} dir="auto">
        {label}
        {required ? "" : " (optional)"}
      </label>
      {kind === "choice" || kind === "choices" ? (
        <select id={id} name={name} multiple={kind === "choices"} required={required} defaultValue={start}>
          {required || kind === "choices" ? null : <option value="" />}
          {choices.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : kind === "boolean" ? (
        <select id={id} name={name} defaultValue={fallback === true ? "yes" : "no"}>
          <option>yes</option>
          <option>no</option>
        </select>
      ) : (
        <input
          id={id}
          name={name}
          required={required}
          defaultValue={start}
          inputMode={kind === "text" ? "text" : "numeric"}
          dir="auto"
        />
      )}
    </div>
  );
}
