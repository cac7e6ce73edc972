/** What assertions are called, in any of the languages that tests are found in. */
const assertion =
  /\b(?:expect\w*|assert\w*|should\w*|must\w*|require\w*|verify|XCTAssert\w*|EXPECT_\w+|ASSERT_\w+|CHECK\w*|REQUIRE\w*|BOOST_\w+|fail|refute\w*|raises|rejects)\b|#expect\b|\bt\.(?:Error|Fatal)f?\b/g;
const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** How many assertions a test lost; 0 if it has as many or more. */
export function lostAssertions(before: string | undefined, now: string | undefined): number {
  if (before === undefined || now === undefined) return 0;
  return Math.max(0, assertions(before) - assertions(now));
}

function assertions(text: string): number {
  return text.replace(comment, "").match(assertion)?.length ?? 0;
}
