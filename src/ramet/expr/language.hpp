#pragma once

#include <cstdint>

namespace ramet::inline v1::expr {

/// How the texts of expressions are written. Threads: a value.
enum class Language : std::uint8_t {
  cpp,     ///< C++, with the types of C++ and of ROOT's RVec
  python,  ///< Python, with the types of NumPy and awkward
  either,  ///< Python where a text is valid Python, otherwise C++; each text by itself
};

}  // namespace ramet::inline v1::expr
