import { setQuery } from "../../app/router.ts";
import { allStates, type Filter, type State } from "./rows.ts";
import { meanings } from "./state-badge.tsx";

interface FiltersProps {
  readonly counts: ReadonlyMap<State, number>;
  readonly specs: readonly string[];
  readonly filter: Filter;
  readonly shown: number;
  readonly total: number;
}

/** The filters are part of the address. */
export function Filters({ counts, specs, filter, shown, total }: FiltersProps) {
  return (
    <div class="filters">
      <input
        type="search"
        aria-label="Filter requirements"
        placeholder="Filter by words"
        value={filter.text ?? ""}
        onInput={({ currentTarget }) => setQuery({ q: currentTarget.value })}
      />
      <select
        aria-label="Spec"
        value={filter.spec ?? ""}
        onChange={({ currentTarget }) => setQuery({ spec: currentTarget.value })}
      >
        <option value="">All specs</option>
        {specs.map((spec) => (
          <option key={spec} value={spec}>
            {spec}
          </option>
        ))}
      </select>
      <label>
        <input
          type="checkbox"
          checked={filter.isMustOnly}
          onChange={({ currentTarget }) => setQuery({ must: currentTarget.checked ? "1" : undefined })}
        />{" "}
        MUST only
      </label>
      <fieldset class="state-filter">
        <legend class="visually-hidden">State</legend>
        {allStates
          .filter((state) => counts.has(state) || filter.state === state)
          .map((state) => (
            <button
              key={state}
              type="button"
              class={`chip ${state}`}
              aria-pressed={filter.state === state}
              title={meanings[state]}
              onClick={() => setQuery({ state: filter.state === state ? undefined : state })}
            >
              {state} <span class="number">{counts.get(state) ?? 0}</span>
            </button>
          ))}
      </fieldset>
      {filter.file === undefined ? null : (
        <button type="button" class="chip" aria-pressed="true" onClick={() => setQuery({ file: undefined })}>
          {filter.file} ✕
        </button>
      )}
      <span class="muted" role="status">
        {shown === total ? `${total} rows` : `${shown} of ${total} rows`}
      </span>
    </div>
  );
}
