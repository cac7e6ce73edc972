import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { hewto } from "../support/bundle.ts";

const folder = join(hewto, "../web");
const maxBytes = 250_000;

it("the first load of the page is at most 250 kB, gzipped: the document, what it names, and any one view", () => {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const size = (name: string) => gzipSync(readFileSync(join(folder, name))).length;
  const named = [...html.matchAll(/"\.\/(assets\/[^"]+)"/g)].flatMap((match) => match[1] ?? []);
  expect(named.length).toBeGreaterThanOrEqual(2);
  const others = readdirSync(join(folder, "assets"))
    .map((name) => `assets/${name}`)
    .filter((name) => !named.includes(name));
  const first = ["index.html", ...named].reduce((sum, name) => sum + size(name), 0);
  const largest = Math.max(0, ...others.map(size));
  expect(first + largest).toBeLessThan(maxBytes);
});

it("the document has no inline script or style, and nothing in it leads to another host", () => {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  expect(html).not.toMatch(/<style| style=|<script>| on\w+=/);
  expect(html.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
});
