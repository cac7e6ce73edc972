import { isExport, session } from "../../api/client.ts";
import { href } from "../../app/router.ts";
import { Action } from "../../components/action.tsx";
import { Badge, type Tone } from "../../components/badge.tsx";
import { withCode } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { toast } from "../../components/toast.tsx";
import type { SkillRow } from "./rows.ts";

const tones: Readonly<Record<SkillRow["state"], Tone>> = {
  served: "good",
  same: "plain",
  shadowed: "warn",
  filtered: "plain",
  disabled: "plain",
  invalid: "bad",
  "over-budget": "warn",
};

interface SkillTableProps {
  readonly agent: string;
  readonly rows: readonly SkillRow[];
  /** The skill of the address. */
  readonly selected: string | undefined;
  readonly onChanged: () => void;
}

export function SkillTable({ agent, rows, selected, onChanged }: SkillTableProps) {
  return (
    <Table
      caption={`Skills of ${agent}`}
      rows={rows}
      rowKey={({ path }) => path}
      columns={[
        {
          title: "Skill",
          kind: "wide",
          cell: (row) => <Skill row={row} isSelected={row.path === selected} />,
        },
        { title: "Where", kind: "narrow", cell: ({ location }) => <span class="muted">{location}</span> },
        { title: "State", kind: "narrow", cell: ({ state }) => <Badge tone={tones[state]}>{state}</Badge> },
        { title: "Change", kind: "narrow", cell: (row) => <Toggle row={row} onChanged={onChanged} /> },
      ]}
    />
  );
}

function Skill({ row, isSelected }: { readonly row: SkillRow; readonly isSelected: boolean }) {
  const { id, path, why, description } = row;
  return (
    <>
      <a href={href("skills", [path])} aria-current={isSelected ? "true" : undefined}>
        {id}
      </a>
      {description === "" ? null : (
        <p dir="auto" class={isSelected ? undefined : "clamped"}>
          {description}
        </p>
      )}
      {why === "" ? null : <p class="warn-text">{withCode(why)}</p>}
      {isSelected ? (
        <p class="muted">
          <code>{path}</code>
        </p>
      ) : null}
    </>
  );
}

function Toggle({ row, onChanged }: { readonly row: SkillRow; readonly onChanged: () => void }) {
  const { id, state, path } = row;
  if (state === "invalid" || state === "same" || isExport.value) return null;
  const isDisabled = state === "disabled";
  const operation = isDisabled ? "skills_enable" : "skills_disable";
  const label = isDisabled ? "Enable" : "Disable";
  if (session.value?.mayWrite !== true && state === "filtered") return null;
  return (
    <Action
      label={label}
      title={`${label} ${id}`}
      operation={operation}
      input={{ names: [id] }}
      onDone={({ results }) => {
        const failed = results.find(({ error }) => error !== undefined);
        if (failed) toast(failed.error, "bad");
        onChanged();
        if (!failed) toast(`${id} is ${isDisabled ? "enabled" : "disabled"}.`, "good");
      }}
    >
      <p>
        {isDisabled
          ? "Agents get the skill again: "
          : "Agents no longer get the skill, and nothing is deleted: "}
        <code>{path}</code>
      </p>
    </Action>
  );
}
