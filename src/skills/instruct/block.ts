/**
 * The block about skills for agents, in a file of instructions such as AGENTS.md. Its first line notes what
 * was there before, so that removing it leaves the file byte for byte as it was.
 */
const open = "<!-- hewto:skills";
const close = "<!-- /hewto:skills -->";
const pattern =
  /(\r?\n)?<!-- hewto:skills( new-file)?( no-newline)? -->[\s\S]*?<!-- \/hewto:skills -->\r?\n?/;

const body = `## Skills

Skills are instructions for particular tasks. At the start of a session run \`hewto skills list\` to see those of this project and of this machine.
When a task fits a skill, or the user names one, run \`hewto skills info NAME\` and follow the SKILL.md that it names. If a name is not in the list, run \`hewto skills search WORDS\` before saying that there is no such skill.`;

/** The file with an up-to-date block; `text` is undefined where there is no file. */
export function withBlock(text: string | undefined): string {
  const newline = text?.includes("\r\n") ? "\r\n" : "\n";
  const known = pattern.exec(text ?? "");
  if (text !== undefined && known !== null) {
    const [whole, gap = "", newFile = "", noNewline = ""] = known;
    const block = blockOf(`${newFile}${noNewline}`, newline);
    return text.slice(0, known.index) + gap + block + text.slice(known.index + whole.length);
  }
  if (text === undefined || text === "") return blockOf(text === undefined ? " new-file" : "", newline);
  return text.endsWith("\n")
    ? text + newline + blockOf("", newline)
    : text + newline + newline + blockOf(" no-newline", newline);
}

function blockOf(notes: string, newline: string): string {
  return [`${open}${notes} -->`, body, close, ""].join("\n").replaceAll("\n", newline);
}

/** The file as it was before; undefined where it held nothing but the block from the start. */
export function withoutBlock(text: string): string | undefined {
  const known = pattern.exec(text);
  if (known === null) return text;
  const [whole, , newFile, noNewline] = known;
  const before = text.slice(0, known.index);
  const after = text.slice(known.index + whole.length);
  if (newFile !== undefined && before + after === "") return undefined;
  const isOpen = noNewline !== undefined && after === "";
  return (isOpen ? before.replace(/\r?\n$/, "") : before) + after;
}
