import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

export const rubyDialect: Dialect = {
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
