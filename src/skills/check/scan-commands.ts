import { withoutTrailing } from "../../kernel/text.ts";

/** What a line of a script or a document would do, if somebody ran it. */
export type CommandDanger = "pipe-to-shell" | "decoded-to-shell";

const fetchers =
  /\b(?:curl|wget|aria2c|fetch|lynx|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|Start-BitsTransfer|certutil)\b/i;
/** Fetching from within a language. */
const fetchCalls =
  /urlopen|urlretrieve|requests\.get|httpx\.get|Net\.WebClient|DownloadString|DownloadFile|open-uri|URI\.open|Net::HTTP|LWP::|HTTP::Tiny|file_get_contents\(\s*['"]https?:|(?<![\w.])fetch\(|https?\.get\(/i;
/** Running a text from within a language. */
const runCalls = /(?<![\w.$])(?:exec|eval|system|Function)\s{0,4}\(|\beval\s{1,4}(?:URI|open|get|LWP|Net)\b/;
const powershellRun = /\biex\b|\bInvoke-Expression\b|\[scriptblock\]::Create/i;
const shells =
  /^(?:(?:ba|z|da|k|a|fi|c|tc)?sh|busybox|pwsh|powershell|iex|invoke-expression|source|\.|eval)(?:\.exe)?$/i;
const languages = /^(?:python[\d.]*|perl|ruby|node|nodejs|deno|bun|php|lua|osascript)(?:\.exe)?$/i;
/** Words that stand before the program that really runs. */
const prefixes =
  /^(?:sudo|doas|env|command|exec|nohup|time|nice|xargs|stdbuf|setsid|builtin|then|do|else|if|while|!|\(|\{|&)$/;
/** What was compared with a digest or a signature may be run. */
const checkers = /^(?:(?:sha|md5|b2)\d*sum|shasum|gpg2?|minisign|cosign|signify|Get-FileHash)$/i;
const decoders = /\bbase(?:64|32)\b|\bxxd\b|\bFromBase64String\b/;
const decoding = /\s(?:-d|-D|-r|-di|--decode)\b|\bFromBase64String\b/;

/**
 * Looks at one command line, joined where it was wrapped. Each check is one pass over the line: nothing here may
 * take longer than the line is long, because files of strangers are read.
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

/** `sh -c "$(curl …)"`, `eval \`wget …\``, `source <(curl …)`: the fetched text is an argument of what runs it. */
function runsSubstitution(line: string): boolean {
  const starts = line.matchAll(/(?:\$\(|`|<\(|<<<\s*["']?\$\()\s*(?=(?:curl|wget|fetch|aria2c)\b)/gi);
  for (const { index } of starts) {
    const before = line.slice(Math.max(0, index - 120), index);
    if (
      /(?:^|[\s;&|(`"'])(?:\S*\/)?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|perl|ruby|node|php|eval|exec|source|\.)\s/.test(
        before,
      )
    )
      return true;
  }
  return false;
}

/** What flows through the pipes of a line, and what is run of what was fetched before. */
function sequenceDangers(line: string): Set<CommandDanger> {
  const dangers = new Set<CommandDanger>();
  const fetched = new Set<string>();
  let carries: CommandDanger | undefined;
  for (const { text, piped } of segments(line)) {
    const words = text.trim().split(/\s+/);
    const program = programOf(words);
    if (!piped) carries = undefined;
    if (carries !== undefined && runsItsInput(words, program)) dangers.add(carries);
    if (isDecoder(text)) carries = "decoded-to-shell";
    else if (fetchers.test(text) || fetchCalls.test(text)) carries = "pipe-to-shell";
    if (runsFetched(words, program, fetched)) dangers.add("pipe-to-shell");
    if (checkers.test(program)) fetched.clear();
    if (fetchers.test(text)) for (const name of savedNames(words)) fetched.add(name);
  }
  return dangers;
}

function isDecoder(text: string): boolean {
  return decoders.test(text) && decoding.test(text);
}

/** A shell runs what comes through the pipe; a language does unless it is given something else to run. */
function runsItsInput(words: readonly string[], program: string): boolean {
  if (shells.test(program)) return true;
  if (!languages.test(program)) return false;
  const at = words.findIndex((word) => bareName(word) === program);
  const more = words.slice(at + 1);
  return more.every((word) => word === "-" || word === "") || runCalls.test(more.join(" "));
}

/** The commands of a line, each with whether it reads what the one before it wrote. Quotes hide nothing here. */
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

/** The program that runs, by its bare name: `sudo -E env A=b /bin/sh` is `sh`. */
function programOf(words: readonly string[]): string {
  const names = words.map(bareName).filter((name) => name !== "");
  const own = names.findIndex((name) => !name.startsWith("-") && !/^\w+=/.test(name) && !prefixes.test(name));
  // An option before it may take a word: `sudo -u root bash`.
  const behind =
    own > 0 ? names.slice(own).find((name) => shells.test(name) || languages.test(name)) : undefined;
  return behind ?? names[own] ?? "";
}

/** A word without quotes and folders. */
function bareName(word: string): string {
  if (word === ".") return word;
  const bare = withoutTrailing(word.replace(/^["'`({]+/, ""), "\"'`)}.,:!?");
  return bare.slice(Math.max(bare.lastIndexOf("/"), bare.lastIndexOf("\\")) + 1);
}

/** The files that a fetching command leaves behind. */
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

/** `bash a` or `./a`, where `a` was fetched on this line. */
function runsFetched(words: readonly string[], program: string, fetched: ReadonlySet<string>): boolean {
  if (fetched.size === 0) return false;
  const runs = shells.test(program) || languages.test(program);
  return fetched.has(program) || (runs && words.some((word) => fetched.has(savedName(word))));
}

function savedName(word: string): string {
  const bare = withoutTrailing(word.replace(/^["']+/, ""), "\"'").replace(/[?#].*$/s, "");
  return bare.slice(bare.lastIndexOf("/") + 1);
}
