import { describe, expect, it } from "vitest";
import { readQuestion } from "./question.ts";
import { readSymbol } from "./symbols.ts";

describe("questions", () => {
  it.each([
    ["what calls authenticate()", "callers", "authenticate()"],
    ["Who calls `Store.save`?", "callers", "Store.save"],
    ["callers of load(id:)", "callers", "load(id:)"],
    ["find all callers of the function load", "callers", "load"],
    ["where is load(id:name:) called?", "callers", "load(id:name:)"],
    ["call sites of Foo::bar", "callers", "Foo::bar"],
    ["what does LoginModel.submit call", "callees", "LoginModel.submit"],
    ["all implementations of Authenticatable", "implementations", "Authenticatable"],
    ["what implements the protocol ChunkStore", "implementations", "ChunkStore"],
    ["types conforming to ChunkStore", "implementations", "ChunkStore"],
    ["conforms to Codable", "implementations", "Codable"],
    ["subclasses of Base", "subclasses", "Base"],
    ["which classes inherit from Base", "subclasses", "Base"],
    ["what does Foo conform to?", "supertypes", "Foo"],
    ["who uses Token", "uses", "Token"],
    ["references to Token.refresh", "uses", "Token.refresh"],
    ["where is Token used", "uses", "Token"],
    ["what does Server depend on", "dependencies", "Server"],
    ["dependencies of Server", "dependencies", "Server"],
    ["what depends on Server", "dependents", "Server"],
    ["impact of changing Server.start", "dependents", "Server.start"],
    ["callers of Money.==", "callers", "Money.=="],
    ["what calls <~", "callers", "<~"],
    ["who uses Money.+(_:_:)", "uses", "Money.+(_:_:)"],
    ["callers of Table.subscript(row:)", "callers", "Table.subscript(row:)"],
    ["load(id:)", "symbol", "load(id:)"],
    ["protocol Store", "symbol", "Store"],
    ["Outer.Inner.go", "symbol", "Outer.Inner.go"],
  ])("%s", (query, kind, subject) => {
    expect(readQuestion(query)).toEqual({ kind, subject });
  });

  it.each(["path from launch to User.check", "how does launch reach User.check?", "launch -> User.check"])(
    "%s",
    (query) => {
      expect(readQuestion(query)).toEqual({ kind: "path", subject: "launch", goal: "User.check" });
    },
  );

  it.each([
    "how does the login flow work",
    "what is the retry policy",
    "error handling in the parser",
    "@#$ %",
    "…",
  ])("%s is free text", (query) => {
    expect(readQuestion(query).kind).toBe("free");
  });
});

describe("symbols as people write them", () => {
  it.each([
    ["load(id:name:)", { container: [], name: "load", labels: ["id", "name"] }],
    ["A.B.load(id: Int, _ x: String)", { container: ["A", "B"], name: "load", labels: ["id", "_"] }],
    ["load()", { container: [], name: "load", labels: undefined }],
    ["Foo::bar", { container: ["Foo"], name: "bar", labels: undefined }],
  ])("%s", (text, symbol) => {
    expect(readSymbol(text)).toEqual(symbol);
  });
});
