import { useEffect, useState } from "preact/hooks";
import { commandFor } from "../api/client.ts";
import type { OperationName } from "../api/transport.ts";
import { CopyButton } from "./copy.tsx";

interface ChipProps {
  readonly operation: OperationName;
  /** The input of the operation, or the arguments of its command where those differ. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** "Equal to `hewto …`": what a person would type to do the same. */
export function CommandChip({ operation, input }: ChipProps) {
  const [command, setCommand] = useState<string | undefined>(undefined);
  const key = JSON.stringify(input);
  useEffect(() => {
    let isCurrent = true;
    commandFor(operation, input).then(
      (found) => isCurrent && setCommand(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [operation, key]);
  if (command === undefined) return null;
  return (
    <span class="command">
      <span class="muted">Equal to</span> <code>{command}</code> <CopyButton text={command} />
    </span>
  );
}
