/** Lines of a stack or a dump, which end what a crashing program says but do not say why. */
const frame =
  /^\s*at .+|^Node\.js v\d|^\s*\^+\s*$|^\s*[{}[\]]+,?\s*$|^\s+\w+: [^ ]+,?$|^node:internal|^(?:file|node):\S+:\d+$/;
const cause =
  /\b(?:\w*Error|error|fatal|unknown|cannot|could not|not found|denied|refused|missing|invalid|usage)\b/i;

/** What to show of a program's last words: the line that gives the cause, else the last few that are no stack. */
export function tellingWords(lastWords: readonly string[], most = 3): string {
  const clear = lastWords.filter((line) => !frame.test(line));
  const said = clear.length > 0 ? clear : lastWords;
  const why = said.filter((line) => cause.test(line)).slice(-1);
  return (why.length > 0 ? why : said.slice(-most)).map((line) => line.trim()).join(" / ");
}
