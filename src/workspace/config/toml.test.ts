import { expect, test } from "vitest";
import { lineOfKey } from "./toml.ts";

const text = `# a comment with = in it
top = 1
[one]
a = 1
"quoted.key" = 2
inline = { x = 1, y = 2 }
long = """
b = 5
[two]
"""
b = 6
[one.deep]
a.b = 7
[ two ]
a = 8
[[list]]
a = 9
['single.quoted']
'a.b' = 10
`;

test.each([
  [["top"], 2],
  [["one"], 3],
  [["one", "a"], 4],
  [["one", "quoted.key"], 5],
  [["one", "inline", "y"], 6],
  [["one", "b"], 11],
  [["one", "deep", "a", "b"], 13],
  [["one", "deep", "a", "none"], 12],
  [["two", "a"], 15],
  [["list", "a"], 17],
  [["single.quoted", "a.b"], 19],
  [["none"], undefined],
])("the line that sets %j is %s", (path, line) => {
  expect(lineOfKey(text, path)).toBe(line);
});
