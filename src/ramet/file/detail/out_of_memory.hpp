#pragma once

#include <new>
#include <stdexcept>

#include "ramet/core/error.hpp"

namespace ramet::inline v1 {

/// For a `catch (...)` behind work that takes the memory which a file asks for: that there is not so much becomes an
/// Error(unsupported) that begins with what `task` makes, a callable; anything else is thrown again.
template <class Task>
[[noreturn]] void rethrow_naming(Task&& task) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    fail(ErrorKind::unsupported, "{}: there is not enough memory to read it", task());
  } catch (const std::length_error&) {  // what a container says of a size that no memory could have
    fail(ErrorKind::unsupported, "{}: there is not enough memory to read it", task());
  }
}

}  // namespace ramet::inline v1
