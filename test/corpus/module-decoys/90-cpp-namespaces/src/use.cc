#include "acme/text.hpp"

namespace acme {
void run() {
  text::squeeze_text(1); // → acme.text.squeeze_text
  acme::far::squeeze_text(1); // → acme.far.squeeze_text
  ::acme::text::squeeze_text(2); // → acme.text.squeeze_text
  text::Writer writer;
  writer.write_down(); // → acme.text.Writer.write_down
}
}  // namespace acme
