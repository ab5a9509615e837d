#pragma once

namespace ramet::inline v1::expr {

// Struve functions of the orders 0 and 1. Threads: pure functions.

/// H_n(x), for n of 0 and 1.
double struve_h(int order, double x) noexcept;
/// L_n(x), the modified one; infinite where it is above the greatest number.
double struve_l(int order, double x) noexcept;

}  // namespace ramet::inline v1::expr
