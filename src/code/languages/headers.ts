/** Which of three languages a header is written in, as far as its lines tell. */
export function languageOfHeader(text: string): "c" | "cpp" | "objective-c" {
  if (/^[ \t]*(?:@(?:interface|protocol|class|import|end)\b|#\s*import\b)/m.test(text)) return "objective-c";
  return cppLine.test(text) ? "cpp" : "c";
}

// Headers of C have an ending, those of C++ none: `#include <string>`.
const cppLine =
  /^[ \t]*(?:template\s*<|(?:inline\s+)?namespace\b|class\s+\w[^;\n]*[{:]|(?:public|private|protected)\s*:|using\s+\w|#\s*include\s*<[a-z_]+>)/m;
