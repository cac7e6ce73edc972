import { flagWords, type Node, valuesOf } from "./table.ts";

/** For `hewto completions fish > ~/.config/fish/completions/hewto.fish`. */
export function fishScript(table: readonly Node[]): string {
  const known = table.filter(({ words }) => words !== "").map(({ words }) => fishText(words));
  return `# Completions of hewto for fish. Keep them with:
#   hewto completions fish > ~/.config/fish/completions/hewto.fish
function __hewto_said
    set -l said ''
    for word in (commandline -opc)[2..-1]
        set -l candidate (string trim -- "$said $word")
        if contains -- $candidate ${known.join(" ")}
            set said $candidate
        end
    end
    test "$said" = "$argv[1]"
end
complete -c hewto -e
${table.flatMap(nodeLines).join("\n")}
`;
}

function nodeLines({ words, next, flags, isCommand }: Node): string[] {
  const when = `complete -c hewto -n ${fishText(`__hewto_said ${fishText(words)}`)}`;
  const about = (summary: string) => (summary === "" ? "" : ` -d ${fishText(summary)}`);
  const words_ = next.map(({ word, summary }) => `${when} -f -a ${fishText(word)}${about(summary)}`);
  const names = flagWords(flags).map(({ word }) => word.slice(2));
  const flags_ = flags.map((flag, at) => {
    const values = valuesOf(flag);
    const value =
      values === undefined ? "" : values === "path" ? " -r -F" : ` -x -a ${fishText(values.join(" "))}`;
    return `${when} -l ${names[at]}${value}${about(flag.summary)}`;
  });
  return [...(isCommand ? [] : [`${when} -f`]), ...words_, ...flags_];
}

function fishText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
