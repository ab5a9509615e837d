#pragma once

#include <cstdint>

namespace ramet::inline v1::expr {

/// Functions of numbers of one type, computed for many points in one loop. The arguments have the type in which the
/// work is done; Node::type says the result's, and for `convert` the argument's node the other.
enum class ElementOperation : std::uint8_t {
  convert,
  // numbers of C++'s arithmetic types: int32 and wider, float32, float64
  add,
  subtract,
  multiply,
  divide,     ///< of whole numbers: not total
  remainder,  ///< whole numbers: not total
  negate,
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  shift_left,
  shift_right,
  minimum,  ///< as std::min(a, b): b < a ? b : a
  maximum,  ///< as std::max(a, b): a < b ? b : a
  absolute,
  floor_divide,     ///< towards the lesser whole number, as Python; 0 for a division of whole numbers by 0
  floor_remainder,  ///< with the sign of the divisor, as Python; 0 for a division of whole numbers by 0
  whole_power,      ///< of whole numbers, to powers not below 0: not total
  // to bool
  equal,
  not_equal,
  less,
  less_equal,
  // of bool
  logical_and,
  logical_or,
  logical_not,
  select,  ///< condition (bool), values of any one type
  // of real numbers
  power,
  fmod,
  ieee_remainder,
  atan2,
  hypot,
  fdim,
  copysign,
  nextafter,
  fmin,
  fmax,
  fused_multiply_add,
  exp,
  exp2,
  expm1,
  log,
  log2,
  log10,
  log1p,
  sqrt,
  cbrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  floor,
  ceil,
  trunc,
  round,
  nearbyint,
  erf,
  erfc,
  lgamma,
  tgamma,
  // of real numbers, to bool
  is_nan,
  is_infinite,
  is_finite,
  sign_bit,
};

inline constexpr unsigned element_operations = static_cast<unsigned>(ElementOperation::sign_bit) + 1;

/// Functions of lists and strings.
enum class CallOperation : std::uint8_t {
  // of one list
  size,
  sum,      ///< with a number to begin with, too
  product,  ///< likewise
  mean,
  variance,  ///< of a sample
  deviation,
  minimum,
  maximum,
  arg_minimum,
  arg_maximum,
  any,
  all,
  nonzero,
  argsort,  ///< in rising order, equal ones in their order
  reverse,
  // of a list and more
  index,                 ///< list, number
  index_or,              ///< list, number, default
  take,                  ///< list, list of indices
  take_or,               ///< list, list of indices, default
  take_count,            ///< list, count: from the front, or for negative ones from the back
  take_count_or,         ///< list, count, default
  keep,                  ///< list, list of booleans: those that are true
  drop,                  ///< list, list of indices
  concatenate,           ///< two lists
  append,                ///< list, value
  replace,               ///< list, place, value: the same list where it has no such place
  intersect,             ///< two lists
  dot,                   ///< two lists of one length
  minimum_or,            ///< list, default
  maximum_or,            ///< list, default
  pick,                  ///< list, number: zero or empty where there is none
  common_lengths,        ///< lists: one of the length that rows have which go through all of them (rows.cpp)
  common_inner_lengths,  ///< the same for lists inside of lists that rows go through
  flatten,               ///< list of lists: a list of the latter's values
  combine_lengths,       ///< two counts: pairs of numbers below them, as two lists
  combine,               ///< count, k: the subsets of k numbers below the count, as k lists
  // makes lists
  list_of,   ///< the arguments
  fill,      ///< count, value
  range,     ///< first, last, step: uint64 or int64
  linspace,  ///< first, last, count, whether the end belongs to it
  // of numbers
  special,  ///< number of a SpecialFunction, its arguments
  // of strings
  string_equal,
  string_compare,
  string_join,  ///< two strings
  string_size,
  string_at,
  substring,  ///< string, first, count
  find,       ///< string, string, and where it begins to look
  rfind,
  find_first_of,  ///< string, characters, and where it begins to look
  find_last_of,
  find_first_not_of,
  find_last_not_of,
  to_string,
  format,      ///< a conversion of printf, and int64, uint64, float64, int32 or a string for it
  to_integer,  ///< string; with a second argument, 0 for what is no number
  to_real,
  characters,  ///< list of characters: up to the first NUL, as a string
  terminated,  ///< string: its characters and a NUL, as a list
};

}  // namespace ramet::inline v1::expr
