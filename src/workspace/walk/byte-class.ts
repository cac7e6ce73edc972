/** A bracket expression of a glob: which of the 256 byte values it matches, and where it ends. */
export interface ByteClass {
  readonly members: Uint8Array;
  /** The index after the closing bracket. */
  readonly end: number;
}

/** Ranges by name, ASCII only, as git has them: a form feed does not count as a space. */
const posixClasses: Readonly<Record<string, string>> = {
  alnum: "09AZaz",
  alpha: "AZaz",
  blank: "  \t\t",
  cntrl: "\0\x1f\x7f\x7f",
  digit: "09",
  graph: "!~",
  lower: "az",
  print: " ~",
  punct: "!/:@[`{~",
  space: "  \t\n\r\r",
  upper: "AZ",
  xdigit: "09AFaf",
};

/**
 * Reads the expression that opens at `pattern[start]`; undefined when it never closes or names an unknown
 * class. The first member is literal, so `[]a]` contains a bracket.
 */
export function readByteClass(pattern: string, start: number, ignoreCase: boolean): ByteClass | undefined {
  const members = new Uint8Array(256);
  const isNegated = pattern[start + 1] === "!" || pattern[start + 1] === "^";
  let at = start + (isNegated ? 2 : 1);
  let low: number | undefined; // the member that a "-" would start a range from
  do {
    const isRange =
      pattern[at] === "-" && low !== undefined && at + 1 < pattern.length && pattern[at + 1] !== "]";
    const name = /^\[:([^\]]*):\]/.exec(pattern.slice(at, at + 12))?.[1];
    if (name !== undefined) {
      if (!Object.hasOwn(posixClasses, name)) return undefined;
      addNamed(members, posixClasses[name] ?? "", ignoreCase);
      at += name.length + 4;
      low = undefined;
      continue;
    }
    if (isRange) at++;
    if (pattern[at] === "\\") at++;
    const unit = pattern.charCodeAt(at++);
    if (Number.isNaN(unit)) return undefined;
    if (isRange && low !== undefined) addRange(members, low, unit, ignoreCase);
    else members[unit] = 1;
    low = isRange ? undefined : unit;
  } while (pattern[at] !== "]");
  if (isNegated) for (let unit = 0; unit < 256; unit++) members[unit] = members[unit] ? 0 : 1;
  members[0x2f] = 0; // no expression matches a slash
  return { members, end: at + 1 };
}

function addNamed(members: Uint8Array, ranges: string, ignoreCase: boolean): void {
  for (let at = 0; at < ranges.length; at += 2) {
    addRange(members, ranges.charCodeAt(at), ranges.charCodeAt(at + 1), ignoreCase);
  }
}

function addRange(members: Uint8Array, low: number, high: number, ignoreCase: boolean): void {
  for (let unit = low; unit <= high; unit++) {
    members[unit] = 1;
    // Single members are not folded, only ranges: git does the same.
    if (ignoreCase && unit >= 0x41 && unit <= 0x5a) members[unit + 0x20] = 1;
  }
}
