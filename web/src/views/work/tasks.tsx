import { useState } from "preact/hooks";
import { session } from "../../api/client.ts";
import type { Output } from "../../api/transport.ts";
import { href } from "../../app/router.ts";
import { act } from "../../components/action.tsx";
import { CommandChip } from "../../components/command-chip.tsx";
import { EmptyState } from "../../components/states.tsx";

type Work = Output<"show_work">;
type Task = Work["tasks"][number];

/** The tasks as they are in the files, to tick. */
export function Tasks({ work }: { readonly work: Work }) {
  const [last, setLast] = useState<Task | undefined>(undefined);
  if (work.tasks.length === 0) {
    return (
      <EmptyState title="No tasks yet">
        <code>{work.path}/tasks.md</code> lists them as <code>- [ ] …</code>.
      </EmptyState>
    );
  }
  const sorted = [...work.tasks].sort((a, b) =>
    a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1,
  );
  return (
    <>
      <ul class="tasks">
        {sorted.map((task) => (
          <TaskRow key={`${task.file}:${task.line}`} work={work} task={task} onTick={() => setLast(task)} />
        ))}
      </ul>
      {work.tasks_left_out > 0 ? <p class="muted">{work.tasks_left_out} more are not shown.</p> : null}
      {last ? (
        <CommandChip
          operation="tick_task"
          input={{ task: nameOf(last), work: work.id, ...(last.done ? { done: false } : {}) }}
        />
      ) : null}
    </>
  );
}

function nameOf({ id, file, line }: Task): string {
  return id ?? `${file}:${line}`;
}

function TaskRow({ work, task, onTick }: { work: Work; task: Task; onTick: () => void }) {
  const mayWrite = session.value?.mayWrite === true;
  const [isBusy, setBusy] = useState(false);
  const tick = async () => {
    onTick();
    setBusy(true);
    await act("tick_task", { task: nameOf(task), work: work.id, done: !task.done, expected: task.text });
    setBusy(false);
  };
  return (
    <li data-row class={task.done ? "done" : undefined}>
      <label>
        <input
          type="checkbox"
          checked={task.done}
          disabled={!mayWrite || isBusy}
          title={mayWrite ? undefined : "Start with --write to tick tasks"}
          onChange={tick}
        />{" "}
        {task.id ? <span class="muted">{task.id}</span> : null} <span dir="auto">{task.text}</span>
      </label>
      <a class="muted place" href={href("work", [work.id], { file: task.file })}>
        {task.file}:{task.line}
      </a>
    </li>
  );
}
