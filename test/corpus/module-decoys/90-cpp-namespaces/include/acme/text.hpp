#pragma once
namespace acme {
namespace text {
void squeeze_text(int n);
class Writer {
 public:
  void write_down();
};
}  // namespace text
namespace far {
void squeeze_text(int n);
}
}  // namespace acme
