import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

export const rustDialect: Dialect = {
  ...plainDialect,
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
