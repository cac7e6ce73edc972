import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

const collections = {
  ...plainDialect.collections,
  types: wordSet(
    "List ArrayList LinkedList MutableList Set HashSet MutableSet Collection Iterable Sequence Array",
  ),
};

export const javaDialect: Dialect = {
  ...plainDialect,
  implicitSelf: true,
  literals: { string: "String", integer: "int", float: "double", boolean: "boolean" },
  collections,
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    addAll append charAt collect containsKey entrySet equalsIgnoreCase forEach getBytes getClass getMessage
    getOrDefault hasNext hashCode isEmpty isPresent iterator keySet orElse println put putAll removeAll removeIf stream
    toArray toLowerCase toString toUpperCase trim valueOf`,
  ),
};

export const kotlinDialect: Dialect = {
  ...plainDialect,
  implicitSelf: true,
  // `fun Source.gzip() = …`
  isExtension: ({ signature, name }) => signature.includes(`.${name}(`),
  literals: { string: "String", integer: "Int", float: "Double", boolean: "Boolean" },
  collections: {
    ...collections,
    elementMembers: wordSet("first last firstOrNull lastOrNull random single singleOrNull"),
    sameMembers: wordSet("filter filterNot sorted sortedBy reversed take drop shuffled toList distinct"),
  },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    addAll all also any append apply associate associateBy containsKey distinct filterNot filterNotNull firstOrNull
    flatMap forEach getOrPut groupBy hashCode isEmpty isNotEmpty isNullOrEmpty iterator joinToString lastOrNull let
    lowercase mapNotNull none plus println put removeAll reversed single sorted sortedBy sumOf takeIf toInt toList
    toMap toMutableList toSet toString trim uppercase with zip`,
  ),
};
