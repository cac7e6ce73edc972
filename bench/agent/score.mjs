const grace = 4;
/** A path with a folder or an extension, in text and in JSON. */
const pathLike =
  /[\w.@+\-/]*\w\.(?:swift|tsx?|jsx?|vue|mjs|py|go|rs|cs|md|rst|json|ya?ml|toml|txt|sh|html|css)\b/g;

export function tokensOf(answer) {
  return Math.ceil(Buffer.byteLength(answer) / 4);
}

/** How many true places an answer names, and whether that solves the task. */
export function score(answer, { truth, solved }) {
  const places = placesIn(answer);
  const isFound = (place) => {
    const [, path, from, to] = /^(.*):(\d+)-(\d+)$/.exec(place);
    const lines = places.get(path) ?? [];
    return lines.some((line) => line >= Number(from) - grace && line <= Number(to));
  };
  const found = truth.filter(isFound).length;
  const needed = { any: 1, most: Math.ceil(0.8 * truth.length), steps: Math.ceil(0.6 * truth.length) }[
    solved
  ];
  return { found, isSolved: found >= needed };
}

/** The numbers that follow each path, up to the next path. */
function placesIn(answer) {
  const places = new Map();
  const found = [...answer.matchAll(pathLike)];
  for (const [at, match] of found.entries()) {
    const path = match[0].trim().replace(/^\.\//, "");
    const end = found[at + 1]?.index ?? answer.length;
    const between = answer.slice(match.index + match[0].length, end);
    const numbers = [...between.matchAll(/(?<![\w.])\d{1,6}(?![\w.])/g)].map(([number]) => Number(number));
    places.set(path, [...(places.get(path) ?? []), ...numbers]);
  }
  return places;
}
