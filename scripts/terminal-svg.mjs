// A terminal's screen as SVG: text in runs of one style, frames and bars as shapes, so that lines connect in any font.
import { eastAsianWidth } from "get-east-asian-width";

const [CELL, LINE, MARGIN, BAR] = [8.4, 18, 14, 30];
const BACKGROUND = "#15181e";
const TEXT = "#d6dae2";
const colours = [
  "#3d434d",
  "#ff7b72",
  "#7ee787",
  "#e3b341",
  "#79c0ff",
  "#d2a8ff",
  "#5cd3dc",
  TEXT,
  "#7d8590", // bright black
];
const plain = { bold: false, dim: false, italic: false, underline: false, inverse: false };

/** `rows` are lines with escape sequences for styles, as printed by `tmux capture-pane -e`. */
export function terminalSvg({ rows, cols, label, cursor }) {
  const width = cols * CELL + 2 * MARGIN;
  const height = rows.length * LINE + 2 * MARGIN + BAR;
  const pen = { ...plain };
  const shapes = rows.flatMap((row, y) => cellsOf(row, pen).flatMap((cell) => shapesOf(cell, y)));
  const caret = cursor
    ? [
        `<rect x="${left(cursor.x)}" y="${top(cursor.y) + 1}" width="${CELL}" height="${LINE - 2}" fill="${TEXT}" opacity="0.75"/>`,
      ]
    : [];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" role="img">`,
    `<title>${escaped(label)}</title>`,
    `<rect x="0.5" y="0.5" width="${round(width - 1)}" height="${height - 1}" rx="9" fill="${BACKGROUND}" stroke="#39404b"/>`,
    ...["#ff6057", "#febc2f", "#28c840"].map(
      (fill, index) => `<circle cx="${20 + index * 20}" cy="18" r="6" fill="${fill}"/>`,
    ),
    `<text x="${round(width / 2)}" y="23" fill="#8b93a1" text-anchor="middle">hewto tui</text>`,
    ...shapes,
    ...caret,
    "</svg>",
    "",
  ].join("\n");
}

/** The runs of a row that have one style. `pen` carries over from row to row, as in a terminal. */
function cellsOf(row, pen) {
  const found = [];
  let x = 0;
  for (const part of row.split(new RegExp(`(${String.fromCharCode(27)}\\[[\\d;]*m)`))) {
    const codes = part.charCodeAt(0) === 27 ? /\[([\d;]*)m$/.exec(part)?.[1] : undefined;
    if (codes !== undefined) apply(pen, codes);
    // ASCII in one piece; every other character alone, because fonts disagree about its width.
    else
      for (const piece of part.match(/[\x20-\x7e]+|(.)\1*/gu) ?? []) {
        const cols = [...piece].reduce((sum, char) => sum + eastAsianWidth(char.codePointAt(0)), 0);
        found.push({ text: piece, x, cols, look: { ...pen } });
        x += cols;
      }
  }
  return found;
}

function shapesOf({ text, x, cols, look }, y) {
  const own = [look.fg ?? TEXT, look.bg];
  const [fg, bg] = look.inverse ? [own[1] ?? BACKGROUND, own[0]] : own;
  const box = bg
    ? [
        `<rect x="${left(x)}" y="${top(y)}" width="${round(cols * CELL)}" height="${LINE}" fill="${bg}" shape-rendering="crispEdges"/>`,
      ]
    : [];
  const opacity = look.dim ? ' opacity="0.62"' : "";
  const first = text[0] ?? " ";
  if (text.trim() === "") return box;
  if (strokes[first]) return [...box, frame(first, x, cols, y, fg, look.bold, opacity)];
  if (first === "█" || first === "░") {
    const shade = first === "░" ? ' opacity="0.25"' : opacity;
    const size = `width="${round(cols * CELL)}" height="${LINE - 6}"`;
    return [...box, `<rect x="${left(x)}" y="${top(y) + 3}" ${size} fill="${fg}"${shade}/>`];
  }
  const traits = [
    look.bold ? ' font-weight="bold"' : "",
    look.italic ? ' font-style="italic"' : "",
    look.underline ? ' text-decoration="underline"' : "",
    opacity,
  ].join("");
  // Some viewers drop spaces at the ends.
  const lead = text.length - text.trimStart().length;
  const word = text.trim();
  const wide = text === word ? cols : [...word].length;
  const fit = `textLength="${round(wide * CELL)}" lengthAdjust="spacingAndGlyphs"`;
  return [
    ...box,
    `<text x="${left(x + lead)}" y="${top(y) + 13.5}" fill="${fg}"${traits} ${fit} xml:space="preserve">${escaped(word)}</text>`,
  ];
}

/** The directions of a box-drawing character's lines from its center: left, right, up, down. */
const strokes = { "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu" };

function frame(char, x, cols, y, stroke, bold, opacity) {
  const width = bold ? 1.8 : 1.2;
  const style = `stroke="${stroke}" stroke-width="${width}" fill="none"${opacity}`;
  const [startX, startY] = [left(x), top(y)];
  const [middleX, middleY] = [round(startX + CELL / 2), startY + LINE / 2];
  if (char === "─") return `<path d="M${startX} ${middleY}h${round(cols * CELL)}" ${style}/>`;
  const ends = {
    l: `M${startX} ${middleY}H${middleX}`,
    r: `M${middleX} ${middleY}H${round(startX + CELL)}`,
    u: `M${middleX} ${startY}V${middleY}`,
    d: `M${middleX} ${middleY}V${startY + LINE}`,
  };
  const path = [...strokes[char]].map((end) => ends[end]).join("");
  return `<path d="${path}" ${style}/>`;
}

function apply(pen, codes) {
  for (const code of codes.split(";").map(Number)) {
    if (code === 0) Object.assign(pen, plain, { fg: undefined, bg: undefined });
    if (code === 1) pen.bold = true;
    if (code === 2) pen.dim = true;
    if (code === 3) pen.italic = true;
    if (code === 4) pen.underline = true;
    if (code === 7) pen.inverse = true;
    if (code === 22) Object.assign(pen, { bold: false, dim: false });
    if (code === 23) pen.italic = false;
    if (code === 24) pen.underline = false;
    if (code === 27) pen.inverse = false;
    if (code >= 30 && code <= 37) pen.fg = colours[code - 30];
    if (code === 39) pen.fg = undefined;
    if (code >= 40 && code <= 47) pen.bg = colours[code - 40];
    if (code === 49) pen.bg = undefined;
    if (code === 90) pen.fg = colours[8];
    if (code === 100) pen.bg = colours[8];
  }
}

function left(x) {
  return round(MARGIN + x * CELL);
}

function top(y) {
  return MARGIN + BAR + y * LINE;
}

function round(value) {
  return Math.round(value * 100) / 100;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
