#include "lib/core.hpp"

void Box::fill_up(int n) {
  shrink_down(); // → Box.shrink_down
}

void run(bool ok, Box& box) {
  lib::detail::count_digits(3); // → detail.count_digits
  if (!ok)
    LIB_THROW(report_failure(1, "no")); // → report_failure
  EXPECT_THROW(throw lib::report_failure(2, "no"), int); // → report_failure
  EXPECT_TRUE(style_of(1).has_color()); // → style_of → Style.has_color
  using Wide = std::conditional<is_wide(), long, int>::type; // → is_wide
  std::count_digits(4); // none
}
