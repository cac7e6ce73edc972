import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

export const swiftDialect: Dialect = {
  ...plainDialect,
  labels: true,
  implicitSelf: true,
  explicitOverrides: true,
  strictOptionals: true,
  narrows: false,
  hasPackages: false,
  constructors: ["init"],
  collections: {
    types: wordSet(`
      Array Set ArraySlice ContiguousArray Sequence Collection AsyncStream AsyncThrowingStream Slice Deque Range
      ClosedRange`),
    elementMembers: wordSet("first last randomElement popLast popFirst min max"),
    sameMembers: wordSet("filter sorted reversed prefix suffix dropFirst dropLast lazy shuffled"),
  },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    advanced allSatisfy append capitalized compactMap components debugDescription distance dropFirst dropLast endIndex
    enumerated firstIndex flatMap forEach hasPrefix hasSuffix hashValue indices isEmpty joined lastIndex lowercased
    makeIterator popLast predecessor prefix randomElement removeAll removeFirst removeLast removeValue
    replacingOccurrences reversed self shuffled sorted startIndex starts successor suffix trimmingCharacters uppercased
    utf8 withUnsafeBytes withUnsafeMutableBytes zip`,
  ),
  // The Composable Architecture: `@Reducer enum Destination` gets `Destination.State` and `Destination.Action`.
  mirroringMacros: new Map([["Reducer", ["Action", "State"]]]),
};
