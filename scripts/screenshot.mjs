// `node scripts/screenshot.mjs` draws docs/images/*.svg from the real screen: the shipped app in tmux on a copy of the
// example, keys sent, cells read back with their looks. Needs tmux and a built dist/.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [COLS, ROWS] = [120, 34];
const home = join(tmpdir(), "hewto-demo");
const project = join(home, "ferry");
const server = `hewto-screenshot-${process.pid}`;
let sent = 0;

try {
  rmSync(home, { recursive: true, force: true });
  cpSync(join(root, "examples/ferry"), project, { recursive: true });
  const person = ["-c", "user.name=You", "-c", "user.email=you@example.com", "-c", "init.defaultBranch=main"];
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "example"],
  ])
    execFileSync("git", [...person, ...words], { cwd: project });
  const app = `'${process.execPath}' '${join(root, "dist/hewto.js")}' tui`;
  const env = { HOME: home, LC_ALL: "C.UTF-8", HEWTO_TUI_IDLE: "title" };
  const set = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  tmux("new-session", "-d", "-x", `${COLS}`, "-y", `${ROWS}`, "-c", project, ...set, app);
  await idle();
  await keys("n");
  await text("Season passes let commuters board without a ticket and must scan within one second");
  for (const step of [["Enter"], ["r", "s"], ["r", "p"], ["r", "t"], ["Enter"], ["Space"], ["j"], ["Space"]])
    await keys(...step);
  await delay(6500); // messages in the footer go after six seconds
  await keys("k");
  save("tui.svg");
  await keys("?");
  save("tui-help.svg");
} finally {
  tmux("kill-server");
  await delay(1000); // the app ends its agent
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

async function keys(...names) {
  for (const name of names) tmux("send-keys", name);
  sent += names.length;
  await idle();
}

async function text(words) {
  tmux("send-keys", "-l", "--", words);
  sent += words.length;
  await idle();
}

async function idle() {
  for (let tries = 0; tries < 2000; tries++) {
    if (tmux("display-message", "-p", "#{pane_title}").trim() === `hewto idle ${sent}`) return;
    await delay(20);
  }
  throw new Error(`The app did not settle:\n${tmux("capture-pane", "-p")}`);
}

function tmux(...words) {
  return execFileSync("tmux", ["-L", server, "-f", "/dev/null", ...words], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8", TERM: "xterm-256color" },
  });
}

function save(name) {
  mkdirSync(join(root, "docs/images"), { recursive: true });
  const rows = tmux("capture-pane", "-p", "-e", "-N").split("\n").slice(0, ROWS);
  writeFileSync(join(root, "docs/images", name), drawing(rows));
  console.log(`docs/images/${name}`);
}

function drawing(rows) {
  const [cell, line, margin] = [8.4, 18, 12];
  const [width, height] = [COLS * cell + 2 * margin, ROWS * line + 2 * margin];
  const pen = {
    fg: undefined,
    bg: undefined,
    bold: false,
    dim: false,
    italic: false,
    underline: false,
    inverse: false,
  };
  const shapes = rows.flatMap((row, y) => runsOf(row, pen).map((run) => shape(run, y)));
  function shape({ text, x, cols, look }, y) {
    const [fg, bg] = look.inverse
      ? [look.bg ?? "#1b1f27", look.fg ?? "#d7dae0"]
      : [look.fg ?? "#d7dae0", look.bg];
    const [left, top] = [margin + x * cell, margin + y * line];
    const box = bg
      ? `<rect x="${left}" y="${top}" width="${cols * cell}" height="${line}" fill="${bg}"/>`
      : "";
    if (text.trim() === "") return box;
    const traits = [
      look.bold ? ' font-weight="bold"' : "",
      look.dim ? ' opacity="0.6"' : "",
      look.italic ? ' font-style="italic"' : "",
    ];
    const size = `textLength="${cols * cell}" lengthAdjust="spacingAndGlyphs"`;
    return `${box}<text x="${left}" y="${top + 13.5}" fill="${fg}"${traits.join("")} ${size} xml:space="preserve">${escaped(text)}</text>`;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="14">`,
    "<title>The terminal app of Hewto</title>",
    `<rect width="${width}" height="${height}" rx="8" fill="#1b1f27"/>`,
    ...shapes,
    "</svg>",
    "",
  ].join("\n");
}

/** The pieces of a captured row that have one look. `pen` goes on from row to row, as a terminal's does. */
function runsOf(row, pen) {
  const runs = [];
  let x = 0;
  for (const part of row.split(new RegExp(`(${String.fromCharCode(27)}\\[[\\d;]*m)`))) {
    const codes = /\[([\d;]*)m$/.exec(part);
    if (codes && part.charCodeAt(0) === 27) apply(pen, codes[1]);
    else if (part !== "") {
      runs.push({ text: part, x, cols: [...part].length, look: { ...pen } });
      x += [...part].length;
    }
  }
  return runs;
}

function apply(pen, codes) {
  const colours = [
    "#3b4048",
    "#e06c75",
    "#98c379",
    "#e5c07b",
    "#61afef",
    "#c678dd",
    "#56b6c2",
    "#d7dae0",
    "#7f848e",
  ];
  for (const code of codes.split(";").map(Number)) {
    if (code === 0)
      Object.assign(pen, {
        fg: undefined,
        bg: undefined,
        bold: false,
        dim: false,
        italic: false,
        underline: false,
        inverse: false,
      });
    if (code === 1) pen.bold = true;
    if (code === 2) pen.dim = true;
    if (code === 3) pen.italic = true;
    if (code === 7) pen.inverse = true;
    if (code >= 30 && code <= 37) pen.fg = colours[code - 30];
    if (code === 90) pen.fg = colours[8];
    if (code >= 40 && code <= 47) pen.bg = colours[code - 40];
  }
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
