import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isExport, session } from "../api/client.ts";
import { EmptyState, LoadingState } from "../components/states.tsx";
import { Toasts } from "../components/toast.tsx";
import { type ViewEntry, type ViewProps, views } from "../views/table.ts";
import { ConnectionNote } from "./connection-note.tsx";
import { KeySheet } from "./key-sheet.tsx";
import { moveRow, useKeys } from "./keys.ts";
import { go, href, route } from "./router.ts";
import { SearchDialog } from "./search.tsx";
import { nextTheme, theme } from "./theme.ts";

export function Shell() {
  const [isSearching, setSearching] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useKeys(
    [
      { keys: "/", does: "Search everything", run: () => setSearching(true) },
      { keys: "?", does: "Show the keys", run: () => setSheetOpen(true) },
      { keys: "j", does: "Next row", run: () => moveRow(1) },
      { keys: "k", does: "Previous row", run: () => moveRow(-1) },
      ...views.map(({ key, name, title }) => ({
        keys: `g ${key}`,
        does: `Go to ${title}`,
        run: () => go(href(name)),
      })),
      { keys: "T", does: "Light, dark or as the system", run: nextTheme },
    ],
    [],
  );
  const { view } = route.value;
  useEffect(() => setMenuOpen(false), [route.value]);
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={focusMain}>
        Skip to content
      </button>
      <header class="top">
        <button
          type="button"
          class="menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="rail"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          Menu
        </button>
        <a class="project" href={href("home")} title={session.value?.root}>
          <bdi>{session.value?.workspace ?? "Hewto"}</bdi>
        </a>
        <button type="button" class="search-button" onClick={() => setSearching(true)}>
          <span>Search</span>
          <kbd>/</kbd>
        </button>
        <button type="button" class="plain" onClick={() => setSheetOpen(true)} aria-label="Keys">
          <kbd>?</kbd>
        </button>
        <ThemeButton />
      </header>
      <nav id="rail" class={isMenuOpen ? "rail open" : "rail"} aria-label="Views">
        {views.map(({ name, title }) => (
          <a key={name} href={href(name)} aria-current={name === view ? "page" : undefined}>
            {title}
          </a>
        ))}
        <p class="rail-foot">
          {isExport.value ? (
            <span title="It shows what was there when it was made">Export</span>
          ) : session.value && !session.value.mayWrite ? (
            <span title="Start with --write to change files">Read-only</span>
          ) : null}
          <span>Hewto {session.value?.version}</span>
        </p>
      </nav>
      <main id="main" tabIndex={-1}>
        <ConnectionNote />
        <CurrentView />
      </main>
      {isSearching ? <SearchDialog onClose={() => setSearching(false)} /> : null}
      {isSheetOpen ? <KeySheet onClose={() => setSheetOpen(false)} /> : null}
      <Toasts />
    </div>
  );
}

function ThemeButton() {
  const label = { system: "Auto", light: "Light", dark: "Dark" }[theme.value];
  return (
    <button type="button" class="plain" onClick={nextTheme} title="Light, dark or as the system">
      {label}
    </button>
  );
}

function focusMain(): void {
  document.getElementById("main")?.focus();
}

type View = ComponentType<ViewProps>;
const loaded = new Map<string, View>();

/** Loads the code of a view when it is first opened. */
function CurrentView() {
  const { view, path, query } = route.value;
  const entry = views.find(({ name }) => name === view);
  const [, setLoaded] = useState(0);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isFirst = useRef(true);
  useEffect(() => {
    if (entry && viewOf(entry) === undefined) {
      load(entry).then(
        () => setLoaded((count) => count + 1),
        () => setProblem(entry.name),
      );
    }
  }, [entry]);
  const place = [view, ...path].join("/");
  useEffect(() => {
    document.title = [path.at(-1), entry?.title, session.value?.workspace, "Hewto"]
      .filter((part) => part !== undefined)
      .join(" · ");
    // A screen reader starts at the top of the new view; the first one is where it starts anyway.
    if (!isFirst.current) document.getElementById("main")?.focus({ preventScroll: true });
    if (!isFirst.current) window.scrollTo(0, 0);
    isFirst.current = false;
  }, [place, session.value]);
  if (!entry) {
    return (
      <EmptyState title="There is no such view">
        Choose one on the left, or <a href={href("home")}>go home</a>.
      </EmptyState>
    );
  }
  if (entry.live !== undefined && isExport.value) {
    return (
      <EmptyState title={`An export has no ${entry.title}`}>
        {entry.live} Start <code>hewto web</code> in the project to see it.
      </EmptyState>
    );
  }
  if (problem === entry.name) {
    return <EmptyState title="This view could not be loaded">Reload the page.</EmptyState>;
  }
  const View = viewOf(entry);
  return View ? <View key={entry.name} path={path} query={query} /> : <LoadingState />;
}

function viewOf({ name, View }: ViewEntry): View | undefined {
  return View ?? loaded.get(name);
}

async function load(entry: ViewEntry): Promise<void> {
  const part = await entry.load?.();
  if (part) loaded.set(entry.name, part.View);
}
