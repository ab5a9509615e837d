#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ramet::inline v1::hist {

/// A parameter of a function. Threads: a value.
struct FunctionParameter {
  std::string name = {};
  double value = 0;
  double error = 0;  ///< of the last fit
  double low = 0;    ///< a fit keeps it between low and high; free if both are 0, ...
  double high = 0;   ///< ... fixed if both are equal and not 0

  bool operator==(const FunctionParameter&) const = default;
};

/// The range of one variable of a function. Threads: a value.
struct FunctionRange {
  double low = 0;
  double high = 1;

  bool operator==(const FunctionRange&) const = default;
};

/// A function as stored in TF1, TF2 and TF3: its formula with the parameters, or only saved values if it was written in
/// C++. Threads: a value.
struct Function {
  std::string class_name = {};
  std::string name = {};
  std::string title = {};
  std::string formula = {};  ///< for example "[p0]*exp(-0.5*((x-[p1])/[p2])^2)"; empty if it was written in C++
  std::uint32_t variables = 1;
  std::vector<FunctionParameter> parameters = {};
  std::vector<FunctionRange> ranges = {};  ///< of x, y, z
  double chi_square = 0;                   ///< of the last fit
  std::int32_t degrees_of_freedom = 0;     ///< of the last fit
  std::uint32_t drawn_points = 0;          ///< the number of points that are drawn (fNpx)
  std::vector<double> saved_values = {};   ///< values at these points, then low and high (fSave); mostly empty
  double minimum = 0, maximum = 0;         ///< of the drawing; -1111: not set
  bool is_normalized = false;
  double integral = 0;  ///< the divisor if it is normalized

  bool operator==(const Function&) const = default;
};

}  // namespace ramet::inline v1::hist
