import { href, route } from "../app/router.ts";

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly count?: number | undefined;
}

/** Parts of a page, each with an address; the first is the one without `tab`. */
export function Tabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) {
  const { view, path, query } = route.value;
  const current = query["tab"] ?? tabs[0]?.id;
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, title, count }, index) => (
        <a
          key={id}
          href={href(view, path, index === 0 ? {} : { tab: id })}
          aria-current={id === current ? "page" : undefined}
        >
          {title}
          {count === undefined ? null : <span class="count"> {count}</span>}
        </a>
      ))}
    </nav>
  );
}
