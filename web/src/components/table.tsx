import type { ComponentChildren } from "preact";

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** `number` aligns to the end, `wide` takes the space that is left. */
  readonly kind?: "number" | "wide" | "narrow";
}

interface TableProps<T> {
  /** Read out by screen readers; not shown. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
}

/** A table of rows that have addresses: `j` and `k` move to the first link of each row. */
export function Table<T>({ caption, columns, rows, rowKey }: TableProps<T>) {
  return (
    <div class="table-frame">
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, kind }) => (
              <th key={title} scope="col" class={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-row>
              {columns.map(({ title, kind, cell }) => (
                <td key={title} class={kind} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
