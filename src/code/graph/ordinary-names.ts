/**
 * Names that standard libraries give to members of their own types. Without knowing the receiver, a call of one
 * says nothing about a declaration of the same name here.
 */
const ordinary = new Set(
  (
    "map flatMap compactMap filter reduce forEach sorted sort reversed reverse first last append insert remove " +
    "removeAll removeFirst removeLast removeValue popLast contains count isEmpty joined split components index " +
    "indices enumerated zip min max prefix suffix dropFirst dropLast starts hasPrefix hasSuffix allSatisfy " +
    "description debugDescription hashValue hash encode decode init self keys values startIndex endIndex " +
    "firstIndex lastIndex randomElement shuffled replacingOccurrences trimmingCharacters lowercased uppercased " +
    "capitalized utf8 data string write read close open load store get set value next then catch finally push " +
    "pop shift slice splice concat join includes find findIndex some every toString valueOf keys entries items " +
    "add update clear copy clone equals hashCode iter into unwrap expect as_ref to_string len is_empty print " +
    "format strip lower upper replace start stop run wait send receive resume cancel name id text error message " +
    "has delete size length test exec advanced distance successor predecessor makeIterator withUnsafeBytes withUnsafeMutableBytes lock unlock"
  ).split(" "),
);

export function isOrdinaryName(name: string): boolean {
  return ordinary.has(name);
}
