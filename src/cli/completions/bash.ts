import { flagWords, type Node, quoted, valuesOf } from "./table.ts";

/** For `source <(hewto completions bash)`; needs only bash 3.2. */
export function bashScript(table: readonly Node[]): string {
  const known = table.filter(({ words }) => words !== "").map(({ words }) => quoted(words));
  const nodes = table.map(
    ({ words, next, flags }) => `    ${quoted(words)})
      next=${quoted(next.map(({ word }) => word).join(" "))}
      flags=${quoted(
        flagWords(flags)
          .map(({ word }) => word)
          .join(" "),
      )}
      ;;`,
  );
  return `# Completions of hewto for bash. Put this line into ~/.bashrc:
#   source <(hewto completions bash)
_hewto() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local said= candidate word next= flags= at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    candidate=\${said:+$said }$word
    case "$candidate" in
    ${known.join(" | ")}) said=$candidate ;;
    esac
  done
  case "$said $before" in
${valueCases(table)}
  esac
  case "$said" in
${nodes.join("\n")}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$next" -- "$current"))
  fi
}
complete -o default -F _hewto hewto
`;
}

function valueCases(table: readonly Node[]): string {
  const lines = table.flatMap(({ words, flags }) =>
    flags.flatMap((flag) => {
      const values = valuesOf(flag);
      if (values === undefined) return [];
      const answer =
        values === "path" ? "" : ` COMPREPLY=($(compgen -W ${quoted(values.join(" "))} -- "$current"));`;
      return [`    ${quoted(`${words} --${flag.name}`)})${answer} return ;;`];
    }),
  );
  return lines.join("\n");
}
