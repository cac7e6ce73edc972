import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { faultFrom, type Input } from "../../api/transport.ts";
import { CommandChip } from "../../components/command-chip.tsx";
import { toast } from "../../components/toast.tsx";

type Format = NonNullable<Input<"trace_export">["format"]>;

const formats: readonly { format: Format; what: string; file: string; type: string }[] = [
  {
    format: "html",
    what: "One page without scripts, to send or print",
    file: "trace.html",
    type: "text/html",
  },
  { format: "csv", what: "A row per test, for a spreadsheet", file: "trace.csv", type: "text/csv" },
  { format: "json", what: "All leaves with states and tests", file: "trace.json", type: "application/json" },
  {
    format: "manifest",
    what: "A trace manifest, version 4, for other tools",
    file: "trace-manifest.json",
    type: "application/json",
  },
];

export function Exports() {
  const [busy, setBusy] = useState<Format | undefined>(undefined);
  const save = async ({ format, file, type }: (typeof formats)[number]) => {
    setBusy(format);
    try {
      const { content } = await call("trace_export", { format });
      download(content, file, type);
    } catch (thrown) {
      toast(faultFrom(thrown).message, "bad");
    }
    setBusy(undefined);
  };
  return (
    <ul class="exports">
      {formats.map((entry) => (
        <li key={entry.format}>
          <button type="button" disabled={busy !== undefined} onClick={() => save(entry)}>
            {entry.file}
          </button>{" "}
          {entry.what} <CommandChip operation="trace_export" input={{ format: entry.format }} />
        </li>
      ))}
    </ul>
  );
}

function download(content: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
