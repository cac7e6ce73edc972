import { widthOf } from "../screen/clusters.ts";
import type { Grid, Rect } from "../screen/grid.ts";
import { cutTo } from "../screen/text.ts";
import { glyphsOf, theme } from "../screen/theme.ts";
import { wrapLines } from "../screen/wrap.ts";
import { hints } from "../state/hints.ts";
import type { State } from "../state/model.ts";
import { activeRuns, isNoticeVisible, topModal } from "../state/select.ts";
import { elapsedText } from "./frame.ts";

/** Project, branch, active runs and agent. */
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
    // Before the agent, because a narrow screen cuts the end of the line.
    ...(state.queuedModals.length > 0 ? [`${state.queuedModals.length} waiting for you`] : []),
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

/** The last message for some seconds, otherwise the keys that do something now, as many as fit. */
export function drawFooter(grid: Grid, rect: Rect, state: State): void {
  grid.fill(rect);
  const notice = currentNotice(state);
  if (notice) return drawNotice(grid, rect, notice);
  let x = 1;
  for (const { key, label } of hints(state)) {
    if (x + widthOf(key) + widthOf(label) + 3 > rect.cols) break;
    x = grid.put(rect, x, 0, key, theme.key);
    x = grid.put(rect, x, 0, ` ${label}`, theme.dim) + 2;
  }
}

const maxNoticeRows = 3;

/** A long message covers rows above the footer, because its end often says what to do. */
function drawNotice(grid: Grid, rect: Rect, { text, bad }: ReturnType<typeof currentNotice> & object): void {
  const rows = wrapLines(text, rect.cols - 2).slice(0, maxNoticeRows);
  const inner = { ...rect, y: rect.y - rows.length + 1, rows: rows.length };
  grid.fill(inner);
  for (const [y, row] of rows.entries()) grid.put(inner, 1, y, row, bad ? theme.bad : theme.good);
}

/** The last recent message, unless a dialog opened after it, with the number of other recent errors. */
function currentNotice(state: State): { readonly text: string; readonly bad: boolean } | undefined {
  const recent = state.notices.filter((notice) => isNoticeVisible(state, notice));
  const last = recent.at(-1);
  if (!last || (topModal(state) && last.at < state.modalOpenedAt)) return undefined;
  const others = recent.filter(({ bad, text }) => bad && text !== last.text).length;
  const more = others > 0 ? ` (${others} more: ${state.keymap.label("logs")})` : "";
  return { text: last.text + more, bad: last.bad };
}
