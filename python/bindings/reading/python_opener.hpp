#pragma once

#include <memory>

#include <nanobind/nanobind.h>

#include "ramet/remote/opener.hpp"

namespace ramet::bindings {

namespace nb = nanobind;

/// Files that Python opens. `open(url)` returns an object with `size`, `read(offset, size)` -> bytes and
/// `start(pieces)`, which begins to read [(offset, size), ...] and returns a concurrent.futures.Future of each; and
/// perhaps `stamp`, a text that is another one for other contents. Errors of Python become FileMissingError for
/// FileNotFoundError, UnsupportedError for NotImplementedError, and FileIOError for all others, with their texts; what
/// ends a program, as KeyboardInterrupt, stays as it is.
std::shared_ptr<const remote::Opener> opener_of(nb::callable open);

}  // namespace ramet::bindings
