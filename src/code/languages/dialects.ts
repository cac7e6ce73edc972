import { type Dialect, plainDialect } from "./dialect.ts";
import { cDialect, cppDialect, objectiveCDialect } from "./dialects/c-family.ts";
import { csharpDialect } from "./dialects/csharp.ts";
import { ecmascriptDialect } from "./dialects/ecmascript.ts";
import { goDialect } from "./dialects/go.ts";
import { javaDialect, kotlinDialect } from "./dialects/jvm.ts";
import { phpDialect } from "./dialects/php.ts";
import { pythonDialect } from "./dialects/python.ts";
import { rubyDialect } from "./dialects/ruby.ts";
import { rustDialect } from "./dialects/rust.ts";
import type { LanguageId } from "./language.ts";
import { swiftDialect } from "./swift/dialect.ts";

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
