#include "ramet/random/mixmax.hpp"

namespace ramet::inline v1::random {
namespace {

constexpr std::size_t size = 17;
constexpr std::uint64_t prime = 0x1FFFFFFFFFFFFFFF;  // 2^61 - 1

using Numbers = std::array<std::uint64_t, size>;  // a vector, or the coefficients of a polynomial, constant first
__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t reduced(std::uint64_t number) noexcept {
  const std::uint64_t sum = (number & prime) + (number >> 61);
  return sum >= prime ? sum - prime : sum;
}

constexpr std::uint64_t product(std::uint64_t first, std::uint64_t second) noexcept {
  const Wide wide = Wide{first} * second;
  return reduced((static_cast<std::uint64_t>(wide) & prime) + static_cast<std::uint64_t>(wide >> 61));
}

/// Times 2^36, a rotation of 61 bits.
constexpr std::uint64_t shifted(std::uint64_t number) noexcept { return ((number << 36) & prime) | (number >> 25); }

/// The matrix times a vector: the first element is the sum of all, and each further one is the one before it plus the
/// partial sum of the old elements up to it, plus 2^36 times the partial sum before that.
constexpr void multiply_by_matrix(Numbers& vector) noexcept {
  std::uint64_t total = 0;
  for (const std::uint64_t element : vector) total = reduced(total + element);
  vector[0] = total;
  std::uint64_t partial = 0;
  for (std::size_t i = 1; i < size; ++i) {
    const std::uint64_t before = shifted(partial);
    partial = reduced(partial + vector[i]);
    vector[i] = reduced(vector[i - 1] + partial + before);
  }
}

/// The matrix A's characteristic polynomial: A^17 is the sum of characteristic[i] A^i.
constexpr Numbers characteristic{1,
                                 4503599627370479,
                                 30786327543944,
                                 892887193627352,
                                 1873501967702139622,
                                 2087296542617711506,
                                 17068987919027324,
                                 977970204115795190,
                                 525233809686485664,
                                 656026026309359501,
                                 1435151878482748018,
                                 1460607413749648671,
                                 1282327581443261682,
                                 177960904953406311,
                                 850472261637048,
                                 46729244180904,
                                 33};

/// x^(2^512) modulo the characteristic polynomial, so this polynomial of the matrix is its power 2^512. Checked
/// below by squarings.
constexpr Numbers jump{0x02375FE801FECB5C, 0x01C1D416D6032540, 0x0D7D02A004EB46A3, 0x11933FAD387B233A,
                       0x0497C9344F20941C, 0x14BD24A56790A24E, 0x0DAD70715985B25D, 0x140B329CD9B00E3E,
                       0x161AE4096D2EC47C, 0x0D1BC619DFBCD5B9, 0x0016829943A2245E, 0x0986045F8C19AB3C,
                       0x1414C5BA8CAA42BC, 0x1CD551B8305A2F01, 0x065C5DD8BD3E169C, 0x18079F875549AA07,
                       0x19C3EC292F9CF3D7};

constexpr Numbers square(const Numbers& polynomial) noexcept {
  std::array<std::uint64_t, 2 * size - 1> powers{};
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      powers[i + j] = reduced(powers[i + j] + product(polynomial[i], polynomial[j]));
  for (std::size_t degree = 2 * size - 2; degree >= size; --degree)
    for (std::size_t i = 0; i < size; ++i)
      powers[degree - size + i] = reduced(powers[degree - size + i] + product(powers[degree], characteristic[i]));
  Numbers lower{};
  for (std::size_t i = 0; i < size; ++i) lower[i] = powers[i];
  return lower;
}

/// A polynomial of the matrix, times a vector.
constexpr Numbers applied(const Numbers& polynomial, Numbers vector) noexcept {
  Numbers sum{};
  for (const std::uint64_t coefficient : polynomial) {
    for (std::size_t i = 0; i < size; ++i) sum[i] = reduced(sum[i] + product(coefficient, vector[i]));
    multiply_by_matrix(vector);
  }
  return sum;
}

}  // namespace

MixMax17::MixMax17(std::uint64_t seed) noexcept {
  state_[0] = 1;
  Numbers power = jump;  // bit i of the seed is a jump of 2^(512 + i) multiplications
  for (; seed != 0; seed >>= 1, power = square(power))
    if (seed % 2 == 1) state_ = applied(power, state_);
}

MixMax17::result_type MixMax17::operator()() noexcept {
  if (next_ == size) {
    multiply_by_matrix(state_);
    next_ = 1;
  }
  return state_[next_++];
}

double MixMax17::real() noexcept { return static_cast<double>((*this)()) * 0x1p-61; }

}  // namespace ramet::inline v1::random
