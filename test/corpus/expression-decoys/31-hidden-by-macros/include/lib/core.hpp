#pragma once
#define LIB_BEGIN_NAMESPACE namespace lib { inline namespace v2 {
#define LIB_END_NAMESPACE }}

namespace lib { class Forward; }

LIB_BEGIN_NAMESPACE
namespace detail {
int count_digits(int n);
}
int report_failure(int code, const char* text);
constexpr bool is_wide() { return true; }

class Style {
 public:
  auto has_color() const noexcept -> bool { return true; }
};
auto style_of(int n) -> Style;

class Box {
 public:
  void fill_up(int n);
  void shrink_down();
};
LIB_END_NAMESPACE
