import { labelOf } from "../keys/key.ts";
import { isNoticeShown } from "../reduce/change.ts";
import { widthOf } from "../screen/clusters.ts";
import type { Grid, Rect } from "../screen/grid.ts";
import { cutTo } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import { available } from "../state/available.ts";
import { labelNow } from "../state/labels.ts";
import type { State } from "../state/model.ts";
import { activeRuns, keyPlaces, topModal } from "../state/select.ts";
import { elapsedText } from "./frame.ts";

/** Project, branch, agent, what is running. */
export function drawHeader(grid: Grid, rect: Rect, state: State): void {
  const { dot, ellipsis, running } = glyphsOf(state.ui.ascii);
  const { name, branch, isRepository } = state.project;
  const active = state.trees.find(({ path }) => path === state.activeRoot);
  const where = active?.branch ?? branch ?? (isRepository ? "no branch" : "no git");
  const runs = activeRuns(state).filter(({ phase }) => phase !== "queued");
  const queued = activeRuns(state).length - runs.length;
  const work = runs.map(({ step, startedAt }) => `${running} ${step} ${elapsedText(state.now - startedAt)}`);
  const parts = [
    `hewto ${dot} ${name}`,
    where,
    // Before the agent: on a narrow screen the end of the line is cut.
    ...(state.waiting.length > 0 ? [`${state.waiting.length} waiting for you`] : []),
    ...work,
    ...(queued > 0 ? [`${queued} queued`] : []),
    agentText(state),
  ];
  grid.fill(rect, " ", theme.header);
  grid.put(rect, 1, 0, cutTo(parts.join(` ${dot} `), rect.cols - 2, ellipsis), theme.header);
}

function agentText({ agent, ui, now, keymap }: State): string {
  const { ready, waiting, bad, dot } = glyphsOf(ui.ascii);
  switch (agent.kind) {
    case "unknown":
      return `agent ${ui.agent}`;
    case "connecting":
      return `${waiting} connecting ${Math.floor((now - agent.since) / 1000)}s`;
    case "ready":
      return `${ready} ready ${agent.name} ${dot} ${agent.tools}/${agent.tools + agent.missing} tools`;
    case "untrusted":
      return `${waiting} ${ui.agent} (not allowed yet)`;
    case "down":
      return `${bad} agent down, press ${keymap.label("retry")}`;
  }
}

/** The last message for some seconds, else what is possible now: the most useful first, never wrapped. */
export function drawFooter(grid: Grid, rect: Rect, state: State): void {
  grid.fill(rect);
  const notice = shownNotice(state);
  if (notice) return drawNotice(grid, rect, notice);
  let x = 1;
  for (const { key, label } of hints(state)) {
    if (x + widthOf(key) + widthOf(label) + 3 > rect.cols) break;
    x = grid.put(rect, x, 0, key, theme.key);
    x = grid.put(rect, x, 0, ` ${label}`, theme.dim) + 2;
  }
}

const MOST_ROWS = 3;

/** A long message covers what is above the footer: its end often says what to do. */
function drawNotice(grid: Grid, rect: Rect, { text, bad }: ReturnType<typeof shownNotice> & object): void {
  const rows = wrapLines(text, rect.cols - 2).slice(0, MOST_ROWS);
  const place = { ...rect, y: rect.y - rows.length + 1, rows: rows.length };
  grid.fill(place);
  for (const [y, row] of rows.entries()) grid.put(place, 1, y, row, bad ? theme.bad : theme.good);
}

/** The last message while it is fresh, unless a dialog came up after it; of other fresh ones it says that they are. */
function shownNotice(state: State): { readonly text: string; readonly bad: boolean } | undefined {
  const fresh = state.notices.filter((notice) => isNoticeShown(state, notice));
  const last = fresh.at(-1);
  if (!last || (topModal(state) && last.at < state.modalAt)) return undefined;
  const others = fresh.filter(({ bad, text }) => bad && text !== last.text).length;
  const more = others > 0 ? ` (${others} more: ${state.keymap.label("logs")})` : "";
  return { text: last.text + more, bad: last.bad };
}

export function hints(state: State): { readonly key: string; readonly label: string }[] {
  const places = keyPlaces(state);
  return state.keymap.entries
    .filter(({ place, footer }) => footer !== undefined && places.includes(place))
    .filter(({ action, keys }) => keys.length > 0 && available(state, action))
    .sort((a, b) => (a.footer ?? 0) - (b.footer ?? 0))
    .map(({ action, keys, label }) => ({
      key: labelOf(keys[0] ?? ""),
      label: labelNow(state, action, label),
    }));
}
