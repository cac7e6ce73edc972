import { withoutTrailing } from "../../kernel/text.ts";

/** What makes a command line dangerous to run. */
export type CommandDanger = "pipe-to-shell" | "decoded-to-shell";

const fetchers =
  /\b(?:curl|wget|aria2c|fetch|lynx|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|Start-BitsTransfer|certutil)\b/i;
/** Downloads in a programming language. */
const fetchCalls =
  /urlopen|urlretrieve|requests\.get|httpx\.get|Net\.WebClient|DownloadString|DownloadFile|open-uri|URI\.open|Net::HTTP|LWP::|HTTP::Tiny|file_get_contents\(\s*['"]https?:|(?<![\w.])fetch\(|https?\.get\(/i;
/** Calls that run text as code. */
const runCalls = /(?<![\w.$])(?:exec|eval|system|Function)\s{0,4}\(|\beval\s{1,4}(?:URI|open|get|LWP|Net)\b/;
const powershellRun = /\biex\b|\bInvoke-Expression\b|\[scriptblock\]::Create/i;
const shells =
  /^(?:(?:ba|z|da|k|a|fi|c|tc)?sh|busybox|pwsh|powershell|iex|invoke-expression|source|\.|eval)(?:\.exe)?$/i;
const languages = /^(?:python[\d.]*|perl|ruby|node|nodejs|deno|bun|php|lua|osascript)(?:\.exe)?$/i;
/** Words before the program that is run. */
const prefixes =
  /^(?:sudo|doas|env|command|exec|nohup|time|nice|xargs|stdbuf|setsid|builtin|then|do|else|if|while|!|\(|\{|&)$/;
/** A download that one of these has verified may be run. */
const checkers = /^(?:(?:sha|md5|b2)\d*sum|shasum|gpg2?|minisign|cosign|signify|Get-FileHash)$/i;
const decoders = /\bbase(?:64|32)\b|\bxxd\b|\bFromBase64String\b/;
const decoding = /\s(?:-d|-D|-r|-di|--decode)\b|\bFromBase64String\b/;

/**
 * Checks one command line, with continuation lines joined. Each check is a single pass over the line: the files
 * are not trusted, so no check may take more than linear time.
 */
export function commandDangers(line: string): Set<CommandDanger> {
  const dangers = new Set<CommandDanger>();
  const fetches = fetchers.test(line) || fetchCalls.test(line);
  const decodes = isDecoder(line);
  if (!fetches && !decodes) return dangers;
  if (fetches && powershellRun.test(line)) dangers.add("pipe-to-shell");
  if (fetchCalls.test(line) && runCalls.test(line)) dangers.add("pipe-to-shell");
  if (fetches && runsSubstitution(line)) dangers.add("pipe-to-shell");
  for (const danger of sequenceDangers(line)) dangers.add(danger);
  return dangers;
}

/** `sh -c "$(curl …)"`, `eval \`wget …\``, `source <(curl …)`: the download is an argument of the program that runs it. */
function runsSubstitution(line: string): boolean {
  const starts = line.matchAll(/(\$\(|`|<\(|<<<\s*["']?\$\()\s*(?=(?:curl|wget|fetch|aria2c)(?:\.exe)?\s)/gi);
  for (const { index, 1: opening } of starts) {
    const before = line.slice(Math.max(0, index - 120), index);
    // In Markdown a backtick is more often the start of a code span: there the program must be right before it.
    if (opening === "`" ? endsWithRunner.test(before) : runner.test(before)) return true;
  }
  return false;
}

const runner =
  /(?:^|[\s;&|(`"'])(?:\S*\/)?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|perl|ruby|node|php|eval|exec|source|\.)\s/;
const endsWithRunner =
  /(?:^|[\s;&|(`"'])(?:\S*\/)?(?:(?:ba|z|da|k|fi)?sh(?:\s+-\w+)?|(?:python[\d.]*|perl|ruby|node|php)\s+-\w+|eval|exec|source)\s+["']?$|(?:^|[\s;&|(])\.\s+["']?$/;

/** Follows pipes, and runs of files that were downloaded earlier on the line. */
function sequenceDangers(line: string): Set<CommandDanger> {
  const dangers = new Set<CommandDanger>();
  const downloads = new Set<string>();
  let pipeContent: CommandDanger | undefined;
  for (const { text, piped } of segments(line)) {
    const words = text.trim().split(/\s+/);
    const program = programOf(words);
    if (!piped) pipeContent = undefined;
    if (pipeContent !== undefined && runsItsInput(words, program)) dangers.add(pipeContent);
    if (isDecoder(text)) pipeContent = "decoded-to-shell";
    else if (fetchers.test(text) || fetchCalls.test(text)) pipeContent = "pipe-to-shell";
    if (runsDownload(words, program, downloads)) dangers.add("pipe-to-shell");
    if (checkers.test(program)) downloads.clear();
    if (fetchers.test(text)) for (const name of savedNames(words)) downloads.add(name);
  }
  return dangers;
}

function isDecoder(text: string): boolean {
  return decoders.test(text) && decoding.test(text);
}

/** A shell runs its input; an interpreter does so unless its arguments name something else to run. */
function runsItsInput(words: readonly string[], program: string): boolean {
  if (shells.test(program)) return true;
  if (!languages.test(program)) return false;
  const at = words.findIndex((word) => bareName(word) === program);
  const more = words.slice(at + 1);
  return more.every((word) => word === "-" || word === "") || runCalls.test(more.join(" "));
}

/** The commands of a line, and whether each reads the previous one's output. Quotes are not interpreted. */
function* segments(line: string): Generator<{ text: string; piped: boolean }> {
  let start = 0;
  let piped = false;
  for (let at = 0; at <= line.length; at++) {
    const char = line[at];
    const isEnd =
      at === line.length ||
      char === ";" ||
      char === "|" ||
      char === "\n" ||
      (char === "&" && line[at + 1] === "&");
    if (!isEnd) continue;
    yield { text: line.slice(start, at), piped };
    const isDouble = (char === "|" || char === "&") && line[at + 1] === char;
    piped = char === "|" && !isDouble;
    if (isDouble || (char === "|" && line[at + 1] === "&")) at++;
    start = at + 1;
  }
}

/** The name of the program that is run: `sh` for `sudo -E env A=b /bin/sh`. */
function programOf(words: readonly string[]): string {
  const names = words.map(bareName).filter((name) => name !== "");
  const own = names.findIndex((name) => !name.startsWith("-") && !/^\w+=/.test(name) && !prefixes.test(name));
  // An option may take an argument before the program: `sudo -u root bash`.
  const later =
    own > 0 ? names.slice(own).find((name) => shells.test(name) || languages.test(name)) : undefined;
  return later ?? names[own] ?? "";
}

/** A word without quotes and directories. */
function bareName(word: string): string {
  if (word === ".") return word;
  const bare = withoutTrailing(word.replace(/^["'`({]+/, ""), "\"'`)}.,:!?");
  return bare.slice(Math.max(bare.lastIndexOf("/"), bare.lastIndexOf("\\")) + 1);
}

/** The files that a download command writes. */
function savedNames(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const isTarget = /^(?:-o|--output|-O|--output-document|-OutFile|>|>>|\||tee)$/i.test(
      words[index - 1] ?? "",
    );
    const isAddress = /^["']?https?:\/\//i.test(word);
    const attached = /^(?:--output=|--output-document=|-o|>)(.+)$/.exec(word)?.[1];
    const name = attached ?? (isTarget || isAddress ? word : "");
    return name === "" ? [] : [savedName(name)];
  });
}

/** `bash a` or `./a`, where `a` was downloaded on this line. */
function runsDownload(words: readonly string[], program: string, downloads: ReadonlySet<string>): boolean {
  if (downloads.size === 0) return false;
  const runs = shells.test(program) || languages.test(program);
  return downloads.has(program) || (runs && words.some((word) => downloads.has(savedName(word))));
}

function savedName(word: string): string {
  const bare = withoutTrailing(word.replace(/^["']+/, ""), "\"'").replace(/[?#].*$/s, "");
  return bare.slice(bare.lastIndexOf("/") + 1);
}
