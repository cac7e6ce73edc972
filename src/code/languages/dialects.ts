import { type Dialect, everydayMembers, plainDialect, wordSet } from "./dialect.ts";
import type { LanguageId } from "./language.ts";

const swiftDialect: Dialect = {
  ...plainDialect,
  labels: true,
  asyncCallers: true,
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

const ecmascriptDialect: Dialect = {
  ...plainDialect,
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    all any at bind catch concat endsWith entries every exec fill finally findIndex findLast flat flatMap forEach from
    has hasOwnProperty includes indexOf isArray lastIndexOf localeCompare matchAll padEnd padStart race repeat reverse
    shift some splice startsWith stringify substring then toFixed toISOString toLowerCase toString toUpperCase trim
    trimEnd trimStart unshift valueOf`,
  ),
};

const pythonDialect: Dialect = {
  ...plainDialect,
  literals: { string: "str", integer: "int", float: "float", boolean: "bool" },
  constructors: ["__init__"],
  collections: {
    ...plainDialect.collections,
    types: wordSet("list List set Set frozenset tuple Tuple Sequence Iterable Iterator Collection deque"),
  },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    append appendleft capitalize casefold difference discard endswith extend fromkeys intersection isalpha isdigit
    islower isspace isupper lower lstrip popitem popleft readline readlines rfind rindex rsplit rstrip setdefault
    splitlines startswith strip title translate union upper writelines`,
  ),
};

const goDialect: Dialect = {
  ...plainDialect,
  literals: { string: "string", integer: "int", float: "float64", boolean: "bool" },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    Error Fatal Fatalf Len Lock Printf Println Sprintf Unlock`,
  ),
};

const rustDialect: Dialect = {
  ...plainDialect,
  wrappers: wordSet("Result Option"),
  standardModules: wordSet("std core alloc"),
  literals: { string: "str", integer: "i32", float: "f64", boolean: "bool" },
  collections: {
    ...plainDialect.collections,
    types: wordSet("Vec VecDeque HashSet BTreeSet Iterator IntoIterator"),
    elementMembers: wordSet("first last next pop"),
    sameMembers: wordSet("iter iter_mut into_iter rev"),
  },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    and_then as_bytes as_deref as_mut as_ref as_slice as_str borrow borrow_mut chars collect contains_key drain
    enumerate expect extend filter_map flat_map flatten fold for_each from get_mut into into_iter is_empty is_err
    is_none is_ok is_some iter iter_mut len map_err ok ok_or or_else rev skip starts_with take to_owned to_string
    to_vec trim try_from try_into unwrap unwrap_or unwrap_or_default unwrap_or_else with_capacity zip`,
  ),
};

const jvmCollections = {
  ...plainDialect.collections,
  types: wordSet(
    "List ArrayList LinkedList MutableList Set HashSet MutableSet Collection Iterable Sequence Array",
  ),
};

const javaDialect: Dialect = {
  ...plainDialect,
  implicitSelf: true,
  literals: { string: "String", integer: "int", float: "double", boolean: "boolean" },
  collections: jvmCollections,
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    addAll append charAt collect containsKey entrySet equalsIgnoreCase forEach getBytes getClass getMessage
    getOrDefault hasNext hashCode isEmpty isPresent iterator keySet orElse println put putAll removeAll removeIf stream
    toArray toLowerCase toString toUpperCase trim valueOf`,
  ),
};

const kotlinDialect: Dialect = {
  ...plainDialect,
  implicitSelf: true,
  // `fun Source.gzip() = …`
  isExtension: ({ signature, name }) => signature.includes(`.${name}(`),
  literals: { string: "String", integer: "Int", float: "Double", boolean: "Boolean" },
  collections: {
    ...jvmCollections,
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

const cLiterals = { string: "char", integer: "int", float: "double", boolean: "bool" };

const cDialect: Dialect = { ...plainDialect, literals: cLiterals };

const cppDialect: Dialect = {
  ...plainDialect,
  hasMacros: true,
  standardModules: new Set(["std"]),
  implicitSelf: true,
  literals: cLiterals,
  collections: {
    ...plainDialect.collections,
    types: wordSet("vector list deque set array span initializer_list"),
  },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    back c_str cbegin cend emplace emplace_back empty erase front lower_bound rbegin rend substr
    upper_bound`,
  ),
};

const objectiveCDialect: Dialect = {
  ...plainDialect,
  makers: new Set(["alloc", "new"]),
  literals: { ...cLiterals, string: "NSString" },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    addObject alloc allKeys allValues containsObject firstObject integerValue intValue isEqual isEqualToString
    isKindOfClass lastObject new objectAtIndex objectForKey performSelector removeObject respondsToSelector setObject
    stringValue valueForKey`,
  ),
};

const csharpDialect: Dialect = {
  ...plainDialect,
  implicitSelf: true,
  // `static void Dim(this Lamp lamp)`
  isExtension: ({ parameters }) => parameters?.[0]?.type?.startsWith("this ") === true,
  literals: { string: "string", integer: "int", float: "double", boolean: "bool" },
  collections: {
    types: wordSet(
      "List IList IEnumerable ICollection IReadOnlyList IReadOnlyCollection HashSet Queue Stack Array",
    ),
    elementMembers: wordSet("First FirstOrDefault Last LastOrDefault Single SingleOrDefault"),
    sameMembers: wordSet("Where OrderBy OrderByDescending Reverse Skip Take ToList ToArray Distinct"),
  },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    AddRange All Any Cast Concat ContainsKey Distinct EndsWith Equals First FirstOrDefault ForEach GetEnumerator
    GetHashCode GetType GroupBy IndexOf OrderBy RemoveAt Select SelectMany Single Skip Split StartsWith Substring Sum
    Take ToArray ToDictionary ToList ToLower ToString ToUpper Trim TryGetValue Where`,
  ),
};

const rubyDialect: Dialect = {
  ...plainDialect,
  implicitSelf: true,
  makers: new Set(["new"]),
  constructors: ["initialize"],
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    all? any? capitalize class collect compact delete_if detect downcase dup each each_pair each_with_index
    each_with_object empty? end_with? find_all flat_map flatten freeze gsub has_key? include? inject inspect
    instance_of? is_a? key? kind_of? map! nil? puts reject respond_to? select shift start_with? strip sum tap to_a to_h
    to_i to_s to_sym uniq upcase zip`,
  ),
};

const phpDialect: Dialect = {
  ...plainDialect,
  literals: { string: "string", integer: "int", float: "float", boolean: "bool" },
  constructors: ["__construct"],
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    append current fetchAll getCode getLine getMessage getPrevious getTraceAsString offsetGet offsetSet prepare rewind
    toArray toString valid`,
  ),
};

const dialects: Partial<Record<LanguageId, Dialect>> = {
  swift: swiftDialect,
  typescript: ecmascriptDialect,
  tsx: ecmascriptDialect,
  javascript: ecmascriptDialect,
  python: pythonDialect,
  go: goDialect,
  rust: rustDialect,
  java: javaDialect,
  kotlin: kotlinDialect,
  c: cDialect,
  cpp: cppDialect,
  "objective-c": objectiveCDialect,
  csharp: csharpDialect,
  ruby: rubyDialect,
  php: phpDialect,
};

export function dialectOf(language: LanguageId): Dialect {
  return dialects[language] ?? plainDialect;
}
