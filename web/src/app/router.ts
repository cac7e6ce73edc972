import { signal } from "@preact/signals";

/** Every row of the page has an address: `#/work/add-login?tab=tasks`. */
export interface Route {
  readonly view: string;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export const route = signal<Route>(parseRoute(location.hash));

window.addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
});

/**
 * The address of a place in the page.
 *
 * @example href("work", ["add-login"], { tab: "tasks" }) // "#/work/add-login?tab=tasks"
 */
export function href(
  view: string,
  path: readonly string[] = [],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const parts = [view, ...path].map(encodeURIComponent);
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value]],
  );
  const search = new URLSearchParams(given).toString();
  return `#/${parts.join("/")}${search === "" ? "" : `?${search}`}`;
}

export function go(address: string): void {
  location.hash = address.slice(1);
}

/** Changes part of the query. Filters replace the entry of the history, so that "back" leaves the view. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>, replaces = true): void {
  const { view, path, query } = route.value;
  const address = href(view, path, { ...query, ...changes });
  if (!replaces) return go(address);
  history.replaceState(history.state, "", address);
  route.value = parseRoute(address);
}

export function parseRoute(hash: string): Route {
  const [place = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [view = "home", ...path] = place.split("/").map(decoded);
  return {
    view: view === "" ? "home" : view,
    path: path.filter((part) => part !== ""),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** An address that somebody typed may hold a lone `%`. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
