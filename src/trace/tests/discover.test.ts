import { expect, test } from "vitest";
import { literalPath } from "../../workspace/paths/paths.ts";
import { discoverTests } from "./discover.ts";
import { gherkinTests } from "./languages/gherkin.ts";
import { readSyntax } from "./syntax.ts";

async function discover(path: string, text: string) {
  const syntax = await readSyntax(path, text);
  if (syntax === undefined) throw new Error(`${path} has no grammar`);
  return discoverTests(literalPath(path), syntax);
}

/** Each test as `suite > title [modifiers] (each)`. */
async function shown(path: string, text: string) {
  const { tests } = await discover(path, text);
  return tests.map(({ titles, modifiers, parametrized, holdsTests }) => {
    const marks = modifiers.length === 0 ? "" : ` [${modifiers.join(" ")}]`;
    return `${titles.join(" > ")}${marks}${parametrized ? " (each)" : ""}${holdsTests ? " (holds)" : ""}`;
  });
}

test("JavaScript and TypeScript: titles, modifiers and values of describe and it", async () => {
  const text = `
import { describe, it, test } from "vitest";
describe("Reserve a place", () => {
  it("The crossing is full", () => { expect(/a/.test(x)).toBe(true); });
  it.skip('not "yet"', async () => {});
  it.each([[1], [2]])("%s is refused", (n) => {});
  it.concurrent.only(\`waits \${minutes} minutes\`, () => {});
  test.todo("later");
  it("with options", { skip: true, timeout: 5 }, () => {});
  xit("old", () => {});
  describe.skipIf(isWindows)("inner", () => { test("joined " + "title", () => {}); });
});
for (const name of names) test(name, () => {});
describe(BookingService, () => { it.fails("is known", () => {}); });
test.describe("pages", () => { test("opens", async ({ page }) => {}); });
it.each\`a | b\n\${1} | \${2}\`("adds $a", () => {});
const scoped = test.extend({ page: 1 });
`;
  expect(await shown("a.test.ts", text)).toEqual([
    "Reserve a place > The crossing is full",
    'Reserve a place > not "yet" [skip]',
    "Reserve a place > %s is refused (each)",
    "Reserve a place > waits \u0024{minutes} minutes [concurrent only] (each)",
    "Reserve a place > later [todo]",
    "Reserve a place > with options [skip]",
    "Reserve a place > old [skip]",
    "Reserve a place > inner > joined title [conditional]",
    "\u0024{name} (each)",
    "BookingService > is known [fails]",
    "pages > opens",
    "adds $a (each)",
  ]);
});

test("Python: functions, classes and marks", async () => {
  const text = `
import pytest, unittest
def test_full(): pass
async def test_async(): pass
@pytest.mark.parametrize("m", [1, 2])
@pytest.mark.skipif(True, reason="x")
def test_cancel(m): pass
@pytest.mark.xfail
def test_waiting(): pass
class TestReserve:
    def test_places_are_left(self): pass
    def helper(self): pass
class Booking(unittest.TestCase):
    @unittest.skip("later")
    def test_number(self): pass
class Helper:
    def test_not(self): pass
`;
  expect(await shown("test_booking.py", text)).toEqual([
    "test_full",
    "test_async",
    "test_cancel [conditional] (each)",
    "test_waiting [fails]",
    "TestReserve > test_places_are_left",
    "Booking > test_number [skip]",
  ]);
});

test("Go: functions, cases by literal and by table", async () => {
  const text = `package ferry
func TestReserve(t *testing.T) {
	t.Parallel()
	t.Run("The crossing/is full", func(t *testing.T) { t.Skip("later") })
	t.Run("outer", func(t *testing.T) { t.Run("inner", func(t *testing.T) {}) })
}
func TestTable(t *testing.T) {
	cases := []struct{ name string; n int }{
		{name: "one", n: 1},
		{name: "two", n: 2},
	}
	for _, tt := range cases { t.Run(tt.name, func(t *testing.T) {}) }
}
func TestUnknown(t *testing.T) { if testing.Short() { t.Skip() }; for k := range m { t.Run(k, f) } }
func Testify(t *testing.T) {}
func (s *FerrySuite) TestMethod() {}
`;
  expect(await shown("booking_test.go", text)).toEqual([
    "TestReserve [concurrent] (holds)",
    "TestReserve > The crossing/is full [skip]",
    "TestReserve > outer (holds)",
    "TestReserve > outer > inner",
    "TestTable (holds)",
    "TestTable > one",
    "TestTable > two",
    "TestUnknown [conditional] (holds)",
    "TestUnknown > \u0024{k} (each)",
    "FerrySuite > TestMethod",
  ]);
});

test("Rust: attributes, modules and cases", async () => {
  const text = `
fn helper() {}
#[cfg(test)]
mod tests {
    #[test]
    fn places_are_left() {}
    #[tokio::test(flavor = "multi_thread")]
    #[ignore = "slow"]
    async fn group() {}
    #[rstest]
    #[case(1)]
    #[case(2)]
    fn cancel(#[case] n: u32) {}
    #[should_panic]
    #[test]
    fn panics() {}
}
`;
  expect(await shown("src/booking.rs", text)).toEqual([
    "tests > places_are_left",
    "tests > group [skip]",
    "tests > cancel (each)",
    "tests > panics",
  ]);
});

test("Swift: Swift Testing and XCTest", async () => {
  const text = `
import Testing
import XCTest
@Test func aFullCrossingRefuses() async throws {}
@Suite("Bookings") struct BookingTests {
  @Test("The crossing is full", .disabled("later")) func full() {}
  @Test(arguments: [1, 2]) func cancel(minutes: Int) {}
  func helper() {}
}
final class OldTests: XCTestCase {
  func testPlaces() throws {}
  func testWith(_ x: Int) {}
}
`;
  expect(await shown("Tests/BookingTests.swift", text)).toEqual([
    "aFullCrossingRefuses()",
    "Bookings > The crossing is full [skip]",
    "Bookings > cancel(minutes:) (each)",
    "OldTests > testPlaces",
  ]);
});

test("Java: annotations, display names and nested classes", async () => {
  const text = `package ferry;
@DisplayName("Bookings")
class BookingTests {
  @Test void full() {}
  @Test @DisplayName("The crossing is full") @Disabled void other() {}
  @ParameterizedTest @ValueSource(ints = {1, 2}) void cancel(int m) {}
  @Nested class Waiting { @Test @EnabledOnOs(OS.LINUX) void list() {} }
  void helper() {}
}
class Old extends TestCase { public void testOld() {} }
`;
  expect(await shown("src/test/java/BookingTests.java", text)).toEqual([
    "Bookings > full",
    "Bookings > The crossing is full [skip]",
    "Bookings > cancel (each)",
    "Bookings > Waiting > list [conditional]",
    "Old > testOld",
  ]);
});

test("Kotlin: annotations, names in backticks and Kotest", async () => {
  const text = `package ferry
class BookingTests {
    @Test fun \`the crossing is full\`() {}
    @Test
    @Disabled
    fun later() {}
}
class FerrySpec : StringSpec({
    "places are left" { 1 shouldBe 1 }
})
class DeepSpec : DescribeSpec({
    describe("booking") {
        it("is refused") { }
        xit("is old") { }
    }
})
`;
  expect(await shown("src/test/kotlin/BookingTests.kt", text)).toEqual([
    "BookingTests > the crossing is full",
    "BookingTests > later [skip]",
    "FerrySpec > places are left",
    "DeepSpec > booking > is refused",
    "DeepSpec > booking > is old [skip]",
  ]);
});

test("C#: xUnit, NUnit and MSTest", async () => {
  const text = `namespace Ferry.Tests;
public class BookingTests {
  [Fact] public void Full() {}
  [Fact(DisplayName = "The crossing is full", Skip = "later")] public void Other() {}
  [Theory, InlineData(1)] public void Cancel(int m) {}
  [TestMethod] public async Task Waits() {}
  [TestCase(1)] [Ignore("x")] public void Case(int m) {}
  public void Helper() {}
}
`;
  expect(await shown("BookingTests.cs", text)).toEqual([
    "BookingTests > Full",
    "BookingTests > The crossing is full [skip]",
    "BookingTests > Cancel (each)",
    "BookingTests > Waits",
    "BookingTests > Case [skip] (each)",
  ]);
});

test("Ruby: RSpec, Minitest and Rails", async () => {
  const text = `
RSpec.describe Booking do
  context "when full" do
    it "is refused" do
    end
    xit 'is old' do
    end
    it "is to come"
  end
end
class BookingTest < Minitest::Test
  def test_number
  end
  test "the crossing is full" do
  end
end
`;
  expect(await shown("spec/booking_spec.rb", text)).toEqual([
    "Booking > when full > is refused",
    "Booking > when full > is old [skip]",
    "Booking > when full > is to come [todo]",
    "BookingTest > test_number",
    "BookingTest > the crossing is full",
  ]);
});

test("PHP: PHPUnit and Pest", async () => {
  const text = `<?php
class BookingTest extends TestCase {
    public function testFull(): void {}
    #[Test] #[DataProvider('minutes')]
    public function cancels(int $m): void {}
    /** @test */
    public function it_waits(): void {}
    public function helper(): void {}
}
describe('booking', function () {
    it('is refused', function () {});
    test('is old', function () {})->skip();
    it('has places', fn ($n) => 1)->with([1, 2]);
});
`;
  expect(await shown("tests/BookingTest.php", text)).toEqual([
    "BookingTest > testFull",
    "BookingTest > cancels (each)",
    "BookingTest > it_waits",
    "booking > it is refused",
    "booking > is old [skip]",
    "booking > it has places (each)",
  ]);
});

test("C and C++: GoogleTest, Catch2 and Boost.Test", async () => {
  const text = `#include <gtest/gtest.h>
TEST(Booking, Full) { EXPECT_EQ(1, 1); }
TEST_F(BookingTest, DISABLED_Old) { }
TEST_P(Cancel, Minutes) { }
TEST_CASE("The crossing is full", "[booking]") { SECTION("next") { } }
SCENARIO("places are left") { GIVEN("a crossing") { } }
BOOST_AUTO_TEST_CASE(number_is_unique) { }
int TESTED(int x) { return x; }
`;
  expect(await shown("booking_test.cpp", text)).toEqual([
    "Booking > Full",
    "BookingTest > DISABLED_Old [skip]",
    "Cancel > Minutes (each)",
    "The crossing is full",
    "Scenario: places are left",
    "number_is_unique",
  ]);
});

test("the hash of a test does not change with comments, formatting, its place or line endings", async () => {
  const hashOf = async (text: string) => (await discover("a.test.ts", text)).tests[0]?.hash;
  const plain = await hashOf('test("a", () => { expect(f(1)).toBe(2); });\n');
  expect(plain).toMatch(/^t1:[0-9a-f]{12}$/);
  for (const same of [
    'const other = 1;\n\ntest("a", () => {\n  // why\n  expect(f(1)).toBe(2);\n});\n',
    'test("a", () => {\r\n  expect(f(1))\r\n    .toBe(2); /* so */ });\r\n',
  ])
    expect(await hashOf(same)).toBe(plain);
  for (const other of [
    'test("a", () => { expect(f(1)).toBe(3); });',
    'test("a", () => { expect(f(2)).toBe(2); });',
  ])
    expect(await hashOf(other)).not.toBe(plain);
});

test("the hash of a test does not change with its title or its name in the code", async () => {
  const renames: readonly (readonly [file: string, before: string, after: string])[] = [
    ["a.test.ts", 'test("a", () => { f("a"); });', 'test("is \\"b\\"", () => { f("a"); });'],
    ["a.test.ts", "test(`a b c`, () => { f(); });", "test('it\\'s a', () => { f(); });"],
    ["a.test.ts", `test(\`a $\{b} c\`, () => { f(); });`, "test('a', () => { f(); });"],
    ["test_a.py", "def test_a():\n    f()\n", "def test_b():\n    f()\n"],
    [
      "a_test.go",
      'package a\nfunc TestA(t *testing.T) { t.Run("x", func(t *testing.T) { f() }) }\n',
      'package a\nfunc TestA(t *testing.T) { t.Run("y", func(t *testing.T) { f() }) }\n',
    ],
    ["a.rs", "#[test]\nfn a() { f(); }\n", "#[test]\nfn b() { f(); }\n"],
    ["ATests.swift", '@Test("a") func a() { f() }\n', '@Test("b") func b() { f() }\n'],
  ];
  for (const [file, before, after] of renames) {
    const [old, renamed] = [(await discover(file, before)).tests, (await discover(file, after)).tests];
    expect(old.at(-1)?.titles, before).not.toEqual(renamed.at(-1)?.titles);
    expect(old.at(-1)?.hash, before).toBe(renamed.at(-1)?.hash);
  }
});

test("a statement that leaves its block changes the hash in Python, where only indentation shows it", async () => {
  const hashOf = async (text: string) => (await discover("test_a.py", text)).tests[0]?.hash;
  const inside = await hashOf("def test_a():\n    if x:\n        a()\n        b()\n");
  expect(await hashOf("def test_a():\n    if x:\n        a()\n    b()\n")).not.toBe(inside);
  expect(await hashOf("def test_a():\n\n  if x:\n    a() # now\n    b()\n")).toBe(inside);
});

test("a text whose brackets are opened by the thousand is given up at once", async () => {
  expect(await readSyntax("a.test.ts", `test("a", () => {${"[".repeat(10_000)}`)).toBeUndefined();
});

test("code that is nested deeper than the stack is read", async () => {
  const deep = `${"(".repeat(2_500)}1${")".repeat(2_500)}`;
  const { tests } = await discover("a.test.ts", `const x = ${deep};\ntest("a", () => {});\n`);
  expect(tests.map(({ titles }) => titles)).toEqual([["a"]]);
});

test("JavaScript: a test under another name for it is a test", async () => {
  const text = `
const onUnix = process.platform === "win32" ? test.skip : test;
const withBoat = test.extend({ boat: new Boat() });
const check = it;
const tested = test("not a name", () => {});
onUnix("follows links", () => {});
withBoat("boards", ({ boat }) => {});
check("books", () => {});
tested("nothing", () => {});
`;
  expect(await shown("a.test.js", text)).toEqual([
    "not a name",
    "follows links [conditional]",
    "boards",
    "books",
  ]);
});

test("Rust: each use of a macro that declares a test is one", async () => {
  const text = `
mod tests {
    macro_rules! t {
        ($t:ident : $s1:expr => $s2:expr) => {
            #[test]
            fn $t() { assert_eq!($s1.to_kebab_case(), $s2) }
        };
    }
    macro_rules! helper { ($e:expr) => { $e + 1 }; }
    t!(camel: "CamelCase" => "camel-case");
    t!(human: "Human case" => "human-case");
    helper!(other);
}
`;
  expect(await shown("src/kebab.rs", text)).toEqual(["tests > camel", "tests > human"]);
});

test("Gherkin: scenarios with their feature and rule, tags as labels, outlines as one test", () => {
  const feature = `# language: en
@booking
Feature: Reserve a place
  Words.

  Background:
    Given a ferry

  # first
  @FR-002 @smoke
  Scenario: The crossing is full
    When somebody books
      """
      Scenario: not one
      """
    Then it is refused

  Rule: Late bookings

    @skip
    Scenario Outline: <minutes> before departure
      When it is <minutes> minutes before
      Then it is refused

      Examples:
        | minutes |
        | 5       |
`;
  const { tests } = gherkinTests(literalPath("features/book.feature"), feature);
  expect(
    tests.map(({ titles, labels, modifiers, parametrized, range }) => ({
      titles,
      labels,
      modifiers,
      parametrized,
      lines: [range.startLine, range.endLine],
    })),
  ).toEqual([
    {
      titles: ["Reserve a place", "The crossing is full"],
      labels: ["booking", "FR-002", "smoke"],
      modifiers: [],
      parametrized: false,
      lines: [10, 16],
    },
    {
      titles: ["Reserve a place", "Late bookings", "<minutes> before departure"],
      labels: ["booking", "skip"],
      modifiers: ["skip"],
      parametrized: true,
      lines: [20, 27],
    },
  ]);
  const renamed = gherkinTests(literalPath("a.feature"), feature.replace("crossing is full", "boat is full"));
  expect(renamed.tests[0]?.hash).toBe(tests[0]?.hash);
  const other = gherkinTests(literalPath("a.feature"), feature.replace("somebody books", "nobody books"));
  expect(other.tests[0]?.hash).not.toBe(tests[0]?.hash);
});
