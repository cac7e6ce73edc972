/** Path data on a 24 × 24 grid, drawn as outlines; one icon for each kind of thing we serve. */
const shapes = {
  spec: "M6 3h9l4 4v14H6z M9 9h6 M9 13h6 M9 17h4",
  scenario: "M4 5h16v10H9l-5 5z M8 9h8",
  change: "M4 7h12l-3-3 M20 17H8l3 3",
  check: "M4 12l5 5L20 6",
  search: "M10 4a6 6 0 1 0 0 12a6 6 0 1 0 0-12 M15 15l6 6",
  skill: "M12 3l2.5 6.5L21 12l-6.5 2.5L12 21l-2.5-6.5L3 12l6.5-2.5z",
  index: "M4 5h16v4H4z M4 10h16v4H4z M4 15h16v4H4z",
  graph: "M6 5a2 2 0 1 0 0 4a2 2 0 1 0 0-4 M18 15a2 2 0 1 0 0 4a2 2 0 1 0 0-4 M8 8l8 8",
  artifact: "M4 7l8-4l8 4v10l-8 4l-8-4z M4 7l8 4l8-4 M12 11v10",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  template: "M4 4h16v16H4z M4 10h16 M10 10v10",
  workflow: "M3 12h5 M16 12h5 M8 8h8v8H8z",
  play: "M7 4l12 8l-12 8z",
} as const;

export type IconName = keyof typeof shapes;

export interface Icon {
  readonly src: string;
  readonly mimeType: string;
  readonly sizes: string[];
}

/** A small data URI; hosts show it beside the tool. */
export function icon(name: IconName): Icon {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#2f6f6f" stroke-width="2"><path d="${shapes[name]}"/></svg>`;
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, mimeType: "image/svg+xml", sizes: ["any"] };
}
