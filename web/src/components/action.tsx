import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { call, session } from "../api/client.ts";
import { type Fault, faultFrom, type Input, type OperationName, type Output } from "../api/transport.ts";
import { CommandChip } from "./command-chip.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorState } from "./states.tsx";
import { toast } from "./toast.tsx";

interface ActionProps<N extends OperationName> {
  readonly label: string;
  readonly title: string;
  readonly operation: N;
  readonly input: Input<N>;
  /** Arguments of the command, where they differ from the input. */
  readonly command?: Readonly<Record<string, unknown>>;
  /** What happens, before it does: a preview. */
  readonly children?: ComponentChildren;
  readonly isPrimary?: boolean;
  readonly isDisabled?: boolean;
  readonly isWide?: boolean;
  readonly onDone: (answer: Output<N>) => void;
}

/** A button that writes: it shows what it does and the command that does the same, then asks. */
export function Action<N extends OperationName>(props: ActionProps<N>) {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = session.value?.mayWrite === true;
  return (
    <>
      <button type="button" class={props.isPrimary ? "primary" : undefined} onClick={() => setOpen(true)}>
        {props.label}
      </button>
      {isOpen ? <ActionDialog {...props} mayWrite={mayWrite} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ActionDialog<N extends OperationName>(
  props: ActionProps<N> & { readonly mayWrite: boolean; readonly onClose: () => void },
) {
  const { label, title, operation, input, children, isDisabled, isWide, mayWrite, onDone, onClose } = props;
  const [isRunning, setRunning] = useState(false);
  const [fault, setFault] = useState<Fault | undefined>(undefined);
  const run = async () => {
    setRunning(true);
    setFault(undefined);
    try {
      const answer = await call(operation, input);
      onClose();
      onDone(answer);
    } catch (thrown) {
      setFault(faultFrom(thrown));
      setRunning(false);
    }
  };
  const actions = (
    <>
      <CommandChip operation={operation} input={props.command ?? input} />
      {mayWrite ? (
        <button type="button" class="primary" disabled={isRunning || isDisabled === true} onClick={run}>
          {isRunning ? "Working…" : label}
        </button>
      ) : (
        <span class="muted">
          This page is read-only. Start it with <code>--write</code>, or run the command.
        </span>
      )}
    </>
  );
  return (
    <Dialog title={title} size={isWide ? "wide" : "normal"} onClose={onClose} actions={actions}>
      {children}
      {fault ? <ErrorState fault={fault} /> : null}
    </Dialog>
  );
}

/** Runs a small write at once, such as a tick; a failure is a toast that stays. */
export async function act<N extends OperationName>(
  operation: N,
  input: Input<N>,
): Promise<Output<N> | undefined> {
  try {
    return await call(operation, input);
  } catch (thrown) {
    toast(<ErrorState fault={faultFrom(thrown)} />, "bad");
    return undefined;
  }
}
