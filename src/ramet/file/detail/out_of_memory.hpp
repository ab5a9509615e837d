#pragma once

#include <new>
#include <stdexcept>

#include "ramet/core/error.hpp"

namespace ramet::inline v1 {

/// Call in `catch (...)` after work whose memory use depends on a file. A lack of memory becomes an Error(unsupported)
/// that begins with the result of `task`, a callable; anything else is rethrown.
template <class Task>
[[noreturn]] void rethrow_naming(Task&& task) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    detail::fail(ErrorKind::unsupported, "{}: there is not enough memory to read it", task());
  } catch (const std::length_error&) {  // thrown by containers for sizes beyond any memory
    detail::fail(ErrorKind::unsupported, "{}: there is not enough memory to read it", task());
  }
}

}  // namespace ramet::inline v1
