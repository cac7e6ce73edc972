import { describe, expect, it } from "vitest";
import { languageFor, languageIdOf, prepareLanguage } from "../registry.ts";
import { withoutMacros } from "./macros.ts";

async function namesIn(path: string, text: string): Promise<string[]> {
  const language = languageFor(path, text);
  if (!language) throw new Error(`no language for ${path}`);
  await prepareLanguage(language);
  return language.parse(text, path).declarations.map(({ kind, qualifiedName }) => `${kind} ${qualifiedName}`);
}

describe("headers", () => {
  it("are C, C++ or Objective-C by what is written in them", () => {
    expect(languageIdOf("a.h", "#include <stdio.h>\nint run(void);\n")).toBe("c");
    expect(languageIdOf("a.h", "#include <string>\nint run();\n")).toBe("cpp");
    expect(languageIdOf("a.h", "namespace box {\nint run();\n}\n")).toBe("cpp");
    expect(languageIdOf("a.h", "template <typename T>\nT run();\n")).toBe("cpp");
    expect(languageIdOf("a.h", "#import <Foundation/Foundation.h>\n@interface Box : NSObject\n@end\n")).toBe(
      "objective-c",
    );
    expect(languageIdOf("a.h", "/* A class of its own. */\nstruct box { int size; };\n")).toBe("c");
  });

  it("of a C++ library give its classes, templates, specializations, operators and references", async () => {
    const header = `#pragma once
#include <string>
LIB_BEGIN_NAMESPACE

LIB_EXPORT
template <typename T, LIB_ENABLE_IF(is_plain<T>::value)>
LIB_CONSTEXPR auto twice(T value) LIB_NOEXCEPT -> T {
  return value;
}
class LIB_API Box final : public Base {
 public:
  operator bool() const { return true; }
  friend bool operator<(const Box& a, const Box& b) { return true; }
  Box& self() LIB_LIFETIME_BOUND { return *this; }
  LIB_MUST_USE Size size() const LIB_GUARDED(mutex_);
};
template <> struct formatter<value_t::boolean> {};
std::string& append(std::string& out) { return out; }
LIB_END_NAMESPACE
`;
    expect(await namesIn("box.h", header)).toEqual([
      "function twice",
      "class Box",
      "method Box.operator bool",
      "method Box.operator<",
      "method Box.self",
      "method Box.size",
      "struct formatter",
      "function append",
    ]);
  });
});

describe("macros that the grammar does not know", () => {
  it("become spaces, and everything stays at its place", () => {
    const text = "LIB_BEGIN\n\nclass LIB_API Box {\n  LIB_INLINE int size() LIB_NOEXCEPT { return 1; }\n};\n";
    const plain = withoutMacros(text);
    expect(plain).toBe(text.replace(/LIB_\w+/g, (name) => " ".repeat(name.length)));
  });

  it("stay where they are values, types, cases, names of macros or parts of a condition", () => {
    for (const text of [
      "enum E {\n  FIRST_CASE,\n  LAST_CASE\n};\n",
      "UINT_PTR size(void);\n",
      "x = (uint32_t) MAX_SIZE;\n",
      "#define LIB_API inline\n",
      "#if LIB_MAJOR > 3 && LIB_MINOR\n#endif\n",
      "int x = LIB_MAX(a, b);\nLIB_CHECK(x);\n",
      "call(a,\n     LIB_FLAG\n);\n",
    ])
      expect(withoutMacros(text)).toBe(text);
  });
});
