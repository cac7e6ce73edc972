import { execFileSync } from "node:child_process";
import { cpus, homedir, release, tmpdir, totalmem } from "node:os";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { notes } from "./notes.mjs";

const root = resolve(import.meta.dirname, "../..");

/** bench/REPORT.md: the output of each benchmark, the kind of machine and the date, without names of hosts or people. */
export function reportText(unsorted, { absent, date, kept = [] }) {
  const results = [...unsorted].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = results.map(({ name, state, seconds }) => `| [${name}](#${name}) | ${state} | ${seconds} s |`);
  const parts = results.map(({ name, state, output }) =>
    [
      `## ${name}`,
      "",
      ...(notes[name] ? [notes[name], ""] : []),
      ...(state === "ok" ? [] : [`**${state}**`, ""]),
      "```text",
      tidy(output),
      "```",
      "",
    ].join("\n"),
  );
  return [
    "# Numbers",
    "",
    "Written by `npm run bench`. Ratios compare with a peer or a floor that ran at the same time; times are those of this machine. The text above each block explains its numbers.",
    "",
    ...machine(date),
    ...(absent.length > 0 ? ["", `Left out, because npm could not install them: ${absent.join(", ")}.`] : []),
    "",
    "| bench | | took |",
    "|---|---|---|",
    ...rows,
    "",
    ...parts,
    ...kept,
  ].join("\n");
}

/** The report with the section of one run with flags, such as `team --part kills`, in place of the one that it had. */
export function withSection(report, { name, state, output, seconds, load }, flags, date) {
  const title = [name, ...flags].join(" ");
  const section = [
    `## ${title}`,
    "",
    `${date.toISOString().slice(0, 10)}, commit ${commit()}, ${seconds} s, load of the machine at the end ${load}: ${state}.`,
    "",
    ...(notes[title] ? [notes[title], ""] : []),
    "```text",
    tidy(output),
    "```",
    "",
  ].join("\n");
  const others = sectionsOf(report).filter(({ heading }) => heading !== title);
  return [...others.map(({ text }) => text), section].join("\n");
}

/** Sections of runs with flags: a run of every bench does not measure them again. */
export function keptSections(report) {
  return sectionsOf(report)
    .filter(({ heading }) => heading.includes(" --"))
    .map(({ text }) => text);
}

/** The report cut before each heading of a section; the first part has none. */
function sectionsOf(report) {
  return report
    .split(/^(?=## )/m)
    .map((text) => ({ heading: /^## (.*)$/m.exec(text)?.[1] ?? "", text: text.replace(/\n+$/, "\n") }));
}

function machine(date) {
  const [{ model } = { model: "unknown" }] = cpus();
  return [
    `- Date: ${date.toISOString().slice(0, 10)}, commit ${commit()}`,
    `- Processor: ${cpus().length} × ${model.trim()}, memory ${Math.round(totalmem() / 2 ** 30)} GB`,
    `- ${process.platform} ${release().replace(/[-+].*/, "")} ${process.arch}, Node ${process.version}`,
  ];
}

function commit() {
  try {
    const words = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], words).trim();
  } catch {
    return "unknown";
  }
}

/** Without colors and folders of this machine. */
function tidy(output) {
  const folders = [
    [process.env.HEWTO_BENCH_DATA, "DATA"],
    [root, "."],
    [tmpdir(), "TMP"],
    [homedir(), "~"],
  ];
  let text = stripVTControlCharacters(output).replaceAll("```", "'''");
  for (const [folder, name] of folders) if (folder) text = text.replaceAll(folder, name);
  // A bar that draws over itself leaves only its last state.
  return text.replace(/^.*\r(?!\n)/gm, "").trim();
}
