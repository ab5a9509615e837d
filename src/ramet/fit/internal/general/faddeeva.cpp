#include "ramet/fit/internal/general/faddeeva.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace ramet::inline v1::fit::internal {
namespace {

/// Arithmetic of complex numbers without the care for infinities that std::complex takes. Threads: a value.
struct Complex {
  double real, imaginary;
};

Complex operator+(Complex a, Complex b) noexcept { return {a.real + b.real, a.imaginary + b.imaginary}; }
Complex operator*(Complex a, Complex b) noexcept {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}
Complex operator*(double a, Complex b) noexcept { return {a * b.real, a * b.imaginary}; }
Complex inverse(Complex a) noexcept {
  const double square = a.real * a.real + a.imaginary * a.imaginary;
  return {a.real / square, -a.imaginary / square};
}
Complex times_i(Complex a) noexcept { return {-a.imaginary, a.real}; }
Complex exponential(Complex a) noexcept {
  const double size = std::exp(a.real);
  return {size * std::cos(a.imaginary), size * std::sin(a.imaginary)};
}

constexpr double step = 0.5116633539732443;  // sqrt(pi / 12)

/// t^2 of the points t, and exp(-t^2).
template <std::size_t Points>
struct Table {
  std::array<double, Points> squares, weights;
};

// t = (k + 1/2) step
constexpr Table<12> middles = {
    {0.06544984694978735, 0.5890486225480862, 1.636246173744684, 3.2070425005395804, 5.301437602932776,
     7.9194314809242705, 11.061024134514064, 14.726215563702155, 18.915005768488545, 23.627394748873233,
     28.863382504856222, 34.62296903643751},
    {0.9366460212365959, 0.5548549101598534, 0.19470957808529027, 0.04047614460380575, 0.004984423132468589,
     0.00036360898638930446, 1.571296901780048e-05, 4.022405421564817e-07, 6.099824915912173e-09, 5.479650239757549e-11,
     2.9160317551795083e-13, 9.192541525134398e-16}};

// t = k step, from k = 1 on
constexpr Table<11> wholes = {
    {0.2617993877991494, 1.0471975511965976, 2.356194490192345, 4.1887902047863905, 6.544984694978736, 9.42477796076938,
     12.828170002158322, 16.755160819145562, 21.205750411731103, 26.179938779914945, 31.677725923697082},
    {0.7696654124932398, 0.350919807178411, 0.09478022484215486, 0.015164619864546577, 0.0014373060804075313,
     8.069951757030463e-05, 2.6840867930967457e-06, 5.288422116944167e-08, 6.17247886522432e-10, 4.267731135455219e-12,
     1.7479879405655007e-14}};

/// (2 i step z / pi) times the sum of exp(-t^2) / (z^2 - t^2).
template <std::size_t Points>
Complex sum_of(const Table<Points>& table, Complex z, Complex square) noexcept {
  Complex sum{0, 0};
  for (std::size_t k = 0; k < Points; ++k)
    sum = sum + table.weights[k] * inverse({square.real - table.squares[k], square.imaginary});
  return 2 * step * std::numbers::inv_pi * times_i(z * sum);
}

/// In the first quadrant.
Complex of_quadrant(Complex z) noexcept {
  const Complex square = z * z;
  const double place = z.real / step, part = place - std::floor(place);
  if (z.imaginary >= std::max(z.real, std::numbers::pi / step)) return sum_of(middles, z, square);
  // the residues: 2 exp(-z^2) / (1 +- exp(-2 pi i z / step)), multiplied by what keeps exponentials small
  const double angle = 2 * std::numbers::pi / step;
  const Complex turn = exponential(times_i(angle * z));  // at most 1
  const Complex residue = 2.0 * (exponential(-1.0 * square) * turn);
  if (part < 0.25 || part > 0.75)
    return sum_of(middles, z, square) + residue * inverse({turn.real + 1, turn.imaginary});
  const Complex at_zero = step * std::numbers::inv_pi * times_i(inverse(z));
  return at_zero + sum_of(wholes, z, square) + residue * inverse({turn.real - 1, turn.imaginary});
}

}  // namespace

Faddeeva faddeeva(double x, double y) noexcept {
  const Complex found = of_quadrant({std::abs(x), y});
  return {found.real, x < 0 ? -found.imaginary : found.imaginary};
}

}  // namespace ramet::inline v1::fit::internal
