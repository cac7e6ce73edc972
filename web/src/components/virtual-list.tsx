import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface VirtualListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly render: (row: T) => ComponentChildren;
  /** The usual height of a row in pixels; rows are measured when they are shown. */
  readonly estimate?: number;
}

/** A long list that scrolls by itself: only the rows in sight are in the document. */
export function VirtualList<T>({ label, rows, rowKey, render, estimate = 32 }: VirtualListProps<T>) {
  const frame = useRef<HTMLElement>(null);
  const [, setVersion] = useState(0);
  const [virtualizer] = useState(
    () =>
      new Virtualizer<HTMLElement, HTMLLIElement>({
        count: rows.length,
        getScrollElement: () => frame.current,
        estimateSize: () => estimate,
        overscan: 12,
        scrollToFn: elementScroll,
        observeElementRect,
        observeElementOffset,
        onChange: () => setVersion((version) => version + 1),
      }),
  );
  virtualizer.setOptions({
    ...virtualizer.options,
    count: rows.length,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  useEffect(() => {
    const stop = virtualizer._didMount();
    virtualizer._willUpdate();
    setVersion((version) => version + 1);
    return stop;
  }, []);
  useEffect(() => virtualizer._willUpdate());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} class="virtual" aria-label={label} tabIndex={0}>
      <ul class="virtual-space" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={key}
              ref={(element) => virtualizer.measureElement(element)}
              data-index={index}
              class="virtual-row"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {render(row)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
