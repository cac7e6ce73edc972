import { useEffect, useMemo, useState } from "preact/hooks";
import { Dialog } from "../components/dialog.tsx";
import { views } from "../views/table.ts";
import { go } from "./router.ts";
import { type Hit, searchSources } from "./search-sources.ts";

const pauseMs = 150;
const maxHits = 40;

/** `/`: names at once, texts when typing pauses. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [selected, setSelected] = useState(0);
  const names = useNames();
  const texts = useTexts(query.trim());
  const hits = useMemo(() => ranked(names, texts, query.trim()), [names, texts, query]);
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    go(hit.address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter") {
      // The last letters are perhaps not drawn yet: the field counts.
      const typed = event.target instanceof HTMLInputElement ? event.target.value.trim() : query.trim();
      open(typed === query.trim() ? hits[selected] : ranked(names, texts, typed)[0]);
    }
    if (by === 0) return;
    event.preventDefault();
    setSelected(Math.max(0, Math.min(hits.length - 1, selected + by)));
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      <div class="search">
        <input
          role="combobox"
          aria-label="Search everything"
          aria-expanded="true"
          aria-controls="search-hits"
          aria-activedescendant={hits[selected] ? `search-hit-${selected}` : undefined}
          autocomplete="off"
          placeholder="Work, specs, requirements, code…"
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
          autoFocus
        />
        <div id="search-hits" role="listbox" aria-label="Results" tabIndex={-1}>
          {hits.map((hit, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the list
            <div
              key={`${hit.kind} ${hit.address}`}
              id={`search-hit-${index}`}
              role="option"
              aria-selected={index === selected}
              tabIndex={-1}
              onClick={() => open(hit)}
            >
              <span class="kind">{hit.kind}</span>
              <span class="what" dir="auto">
                {hit.title} {hit.note ? <span class="muted">{hit.note}</span> : null}
              </span>
            </div>
          ))}
        </div>
        {query !== "" && hits.length === 0 ? <p class="state">Nothing fits “{query}”.</p> : null}
      </div>
    </Dialog>
  );
}

const sources = searchSources.filter(({ view }) => views.some(({ name }) => name === view));

function useNames(): readonly Hit[] {
  const [hits, setHits] = useState<readonly (readonly Hit[])[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    for (const [index, { all }] of sources.entries()) {
      all?.(abort.signal).then(
        (found) => setHits((before) => replaced(before, index, found)),
        () => {},
      );
    }
    return () => abort.abort();
  }, []);
  return useMemo(() => hits.flat(), [hits]);
}

function useTexts(query: string): readonly Hit[] {
  const [hits, setHits] = useState<readonly (readonly Hit[])[]>([]);
  useEffect(() => {
    setHits([]);
    if (query.length < 2) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      for (const [index, { matching }] of sources.entries()) {
        matching?.(query, abort.signal).then(
          (found) => setHits((before) => replaced(before, index, found)),
          () => {},
        );
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return useMemo(() => hits.flat(), [hits]);
}

function replaced<T>(lists: readonly T[], index: number, list: T): readonly T[] {
  const copy = [...lists];
  copy[index] = list;
  return copy;
}

/** Names that hold every word of the query: the name itself, those that begin with it, others; then texts. */
function ranked(names: readonly Hit[], texts: readonly Hit[], query: string): readonly Hit[] {
  const words = query.toLowerCase().split(/\s+/);
  const fits = ({ title, note = "" }: Hit) => {
    const text = `${title} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const distance = ({ title }: Hit) => {
    const name = title.toLowerCase();
    return name === query.toLowerCase() ? 0 : name.startsWith(query.toLowerCase()) ? 1 : 2;
  };
  const fitting = names.filter(fits);
  const all = [...[0, 1, 2].flatMap((far) => fitting.filter((hit) => distance(hit) === far)), ...texts];
  const unique = new Map(all.map((hit) => [`${hit.kind} ${hit.address}`, hit]));
  return [...unique.values()].slice(0, maxHits);
}
