import { flagWords, type Node, quoted, valuesOf } from "./table.ts";

/** For `source <(hewto completions zsh)`, or as a file `_hewto` in a folder of `$fpath`. */
export function zshScript(table: readonly Node[]): string {
  const known = table.filter(({ words }) => words !== "").map(({ words }) => quoted(words));
  const nodes = table.map(
    ({ words, next, flags }) => `    ${quoted(words)})
      next=(${next.map(described).join(" ")})
      flags=(${flagWords(flags).map(described).join(" ")})
      ;;`,
  );
  return `#compdef hewto
# Completions of hewto for zsh. Put this line into ~/.zshrc, after compinit:
#   source <(hewto completions zsh)
_hewto() {
  local said= candidate word
  local -a next flags
  local -i at
  for ((at = 2; at < CURRENT; at++)); do
    word=\${words[at]}
    candidate=\${said:+$said }$word
    case "$candidate" in
    ${known.join(" | ")}) said=$candidate ;;
    esac
  done
  case "$said \${words[CURRENT-1]}" in
${valueCases(table)}
  esac
  case "$said" in
${nodes.join("\n")}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o 'flag' flags
  elif (( \${#next} )); then
    _describe 'command' next
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _hewto ]]; then _hewto; else compdef _hewto hewto; fi
`;
}

function described({ word, summary }: { word: string; summary: string }): string {
  return quoted(`${word}:${summary.replaceAll(":", "\\:")}`);
}

function valueCases(table: readonly Node[]): string {
  const lines = table.flatMap(({ words, flags }) =>
    flags.flatMap((flag) => {
      const values = valuesOf(flag);
      if (values === undefined) return [];
      const answer = values === "path" ? " _files;" : ` compadd -- ${values.map(quoted).join(" ")};`;
      return [`    ${quoted(`${words} --${flag.name}`)})${answer} return ;;`];
    }),
  );
  return lines.join("\n");
}
