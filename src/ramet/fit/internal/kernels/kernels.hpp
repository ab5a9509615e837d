#pragma once

#include <cstddef>
#include <cstdint>

namespace ramet::inline v1::fit::internal {

/// The shapes that have kernels, in the order of Kernels::shapes.
enum class ShapeKind : std::uint8_t {
  uniform,
  exponential,
  gauss,
  breit_wigner,
  crystal_ball,            ///< a tail on the low side
  two_sided_crystal_ball,  ///< tails on both sides
  chebyshev,
  general,  ///< without kernels: see internal/general/
};
inline constexpr std::size_t shape_kinds = 7;  ///< that have kernels

inline constexpr std::size_t strands = 8;          ///< event i of a block is added to strand i mod 8, on any machine
inline constexpr std::size_t most_constants = 14;  ///< of a shape
inline constexpr std::size_t most_features = 12;   ///< of a shape, besides the density itself

/// What kernels need to know of a shape: numbers made of its parameters (see vector_shapes.hpp), and for polynomials
/// how many coefficients there are.
struct Constants {
  double values[most_constants] = {};
  std::size_t order = 0;
};

/// The sums of the density and of each feature, of the events of each strand; see ShapeKernels.
struct FeatureSums {
  alignas(64) double of[most_features + 1][strands] = {};
};

/// Sums of weighted logarithms of densities. Threads: a value.
struct WeightedLogarithms {
  alignas(64) double sums[strands] = {};
  alignas(64) std::int64_t absent[strands] = {};  ///< how many densities were 0, negative or not finite
};

/// Logarithms of the products of densities. Threads: a value.
struct Products {
  alignas(64) double mantissas[strands] = {1, 1, 1, 1, 1, 1, 1, 1};
  alignas(64) std::int64_t exponents[strands] = {};
  alignas(64) std::int64_t absent[strands] = {};  ///< how many densities were 0, negative or not finite
};

inline constexpr double least_density = 1e-300;  ///< stands for a density that is smaller, or no number

/// The kernels of a shape. `count` is a multiple of 8 in all kernels.
struct ShapeKernels {
  /// Write the densities, which are not normalised.
  void (*densities)(const Constants& constants, const double* x, std::size_t count, double* densities);
  /// Add ratio * density, and ratio * feature for each feature of the shape, to the sums. The derivative of the density
  /// by a parameter is a combination of the features, whose factors do not depend on x.
  void (*features)(const Constants& constants, const double* x, const double* densities, const double* ratios,
                   std::size_t count, FeatureSums& sums);
};

/// The inner loops. All machines' give the same bits: they do the same operations in the same order, never a * b + c in
/// one step, and call no mathematical library.
struct Kernels {
  ShapeKernels shapes[shape_kinds];
  /// totals[i] = the sum of weights[k] * densities[k][i].
  void (*mix)(const double* const* densities, const double* weights, std::size_t components, std::size_t count,
              double* totals);
  /// Multiply up to 512 numbers for each strand, whose mantissas and exponents are kept apart: a product of mantissas
  /// is less than 2^512 then, and its logarithm is that of all densities with the rounding of one.
  void (*multiply)(const double* totals, std::size_t count, Products& products);
  /// Move all of the mantissas' exponents to the exponents, and write the logarithms of what is left.
  void (*take_logarithms)(Products& products, double (&logarithms)[strands]);
  /// Add weights[i] times the logarithm of totals[i].
  void (*weigh)(const double* totals, const double* weights, std::size_t count, WeightedLogarithms& logarithms);
  /// ratios[i] = 1 / totals[i], or 0 for a total that counts as absent.
  void (*invert)(const double* totals, std::size_t count, double* ratios);
};

const Kernels& kernels_of_any_machine() noexcept;
const Kernels* kernels_of_avx2() noexcept;    ///< null if this machine or build cannot run them
const Kernels* kernels_of_avx512() noexcept;  ///< null if this machine or build cannot run them

/// The fastest ones that this machine can run.
const Kernels& fastest_kernels() noexcept;

}  // namespace ramet::inline v1::fit::internal
