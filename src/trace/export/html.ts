import { printable } from "../../kernel/text.ts";
import { type State, states } from "../state/state.ts";
import type { ExportedLeaf } from "./rows.ts";

const style = `
body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
nav a{margin-right:1rem}h2{margin-top:2rem;border-bottom:1px solid #ccc}
details{margin:.3rem 0}summary{cursor:pointer}pre{white-space:pre-wrap;background:#f5f5f5;padding:.5rem}
.at{color:#666;font-size:.85em}.failing,.suspect{color:#b00020}.open,.stale,.skipped,.claimed{color:#8a5a00}
.passed,.exercised,.sensitive,.attested{color:#136f2c}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}pre{background:#222}a{color:#8ab4f8}.at{color:#aaa}}`;

const shown = [
  ["claimed", "somebody wrote that a test verifies it", "that the test runs, passes, or has to do with it"],
  ["passed", "the test ran on this content and passed", "that it touches the code, or asserts anything"],
  ["exercised", "the passing test executed its code", "that the test would notice if the code were wrong"],
  ["sensitive", "a small change of that code made the test fail", "that the test checks what the text says"],
] as const;

/** One page without scripts or anything from elsewhere. All texts of the repository are escaped. */
export function toHtml(leaves: readonly ExportedLeaf[], summary: string): string {
  const used = states.filter((state) => leaves.some((leaf) => leaf.state === state));
  const links = used.map((state) => `<a href="#${state}">${state} (${of(leaves, state).length})</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Requirements and their tests</title>
<style>${style}</style>
</head>
<body>
<h1>Requirements and their tests</h1>
<p>${escapeHtml(summary)}</p>
<nav>${links.join("\n")}</nav>
${used.map((state) => section(state, of(leaves, state))).join("\n")}
<h2>What a level does not show</h2>
<table><tr><th>level</th><th>fact</th><th>what it does not show</th></tr>
${shown.map((row) => `<tr>${row.map((text) => `<td>${escapeHtml(text)}</td>`).join("")}</tr>`).join("\n")}
</table>
<p>No level shows that a requirement is right or complete.</p>
</body>
</html>
`;
}

function of(leaves: readonly ExportedLeaf[], state: State): ExportedLeaf[] {
  return leaves.filter((leaf) => leaf.state === state);
}

function section(state: State, leaves: readonly ExportedLeaf[]): string {
  return `<h2 id="${state}" class="${state}">${state}</h2>\n${leaves.map(leafHtml).join("\n")}`;
}

function leafHtml({
  name,
  requirement,
  spec,
  address,
  reason,
  text,
  file,
  line,
  revision,
  tests,
}: ExportedLeaf): string {
  const path = [spec, ...(requirement === name ? [] : [requirement])].map(escapeHtml).join(" › ");
  const rows = tests.map(({ test, status, fresh, counts, source }) => {
    const result = status === undefined ? "no result" : fresh === true ? status : `${status}, outdated`;
    return `<li>${escapeHtml(test)}: ${escapeHtml(result)} (${escapeHtml(source)}${counts ? "" : ", possible, does not count"})</li>`;
  });
  return `<details><summary>${path} › <strong>${escapeHtml(name)}</strong> <span class="at">${escapeHtml(reason)}</span></summary>
<p class="at">${escapeHtml(address)} · ${escapeHtml(file)}:${line} · ${escapeHtml(revision)}</p>
<pre>${escapeHtml(text)}</pre>
<ul>${rows.join("\n")}</ul>
</details>`;
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return printable(text).replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
