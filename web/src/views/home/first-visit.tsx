import type { Output } from "../../api/transport.ts";
import { CopyButton } from "../../components/copy.tsx";

const ways: readonly (readonly [string, string, string])[] = [
  [
    "hewto init",
    "Set it up",
    "Shows what it found, asks, and creates only what is missing, with a small example.",
  ],
  [
    'hewto run specify --description "…"',
    "Start with one feature",
    "Writes a first spec from a sentence, in the format that the repository uses.",
  ],
  [
    "hewto install",
    "Let your agent do it",
    "Connects the agents on this machine; then ask yours for a spec of what exists.",
  ],
];

/** A workspace without specs: what was found, and three ways to begin. */
export function FirstVisit({ status }: { readonly status: Output<"project_status"> }) {
  const { root, formats, has } = status;
  return (
    <section class="first-visit">
      <h2>No specs here yet</h2>
      <dl>
        <dt>Folder</dt>
        <dd>
          <code>{root}</code>
        </dd>
        <dt>Layouts</dt>
        <dd>{formats.length > 0 ? formats.join(", ") : "none"}</dd>
        <dt>Skills</dt>
        <dd>{has.skills}</dd>
        <dt>Code index</dt>
        <dd>{has.index ? "built" : "not built"}</dd>
      </dl>
      <h2>Three ways to begin</h2>
      <ol>
        {ways.map(([command, title, note]) => (
          <li key={command} data-row>
            <strong>{title}.</strong> {note}
            <div class="command">
              <code>{command}</code> <CopyButton text={command} />
            </div>
          </li>
        ))}
      </ol>
      <p class="muted">This page follows as soon as files appear.</p>
    </section>
  );
}
