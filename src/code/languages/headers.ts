/** Which of three languages a header is written in, as far as its lines tell. */
export function languageOfHeader(text: string): "c" | "cpp" | "objective-c" {
  if (/^[ \t]*(?:@(?:interface|protocol|class|import|end)\b|#\s*import\b)/m.test(text)) return "objective-c";
  return cppLine.test(text) ? "cpp" : "c";
}

// Headers of C have an ending, those of C++ none: `#include <string>`.
const cppLine =
  /^[ \t]*(?:template[ \t]{0,20}<|(?:inline[ \t]{1,20})?namespace\b|class[ \t]{1,20}\w[^;\n]{0,300}[{:]|(?:public|private|protected)[ \t]{0,20}:|using[ \t]{1,20}\w|#[ \t]{0,20}include[ \t]{0,20}<[a-z_]{1,100}>)/m;
