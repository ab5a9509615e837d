#pragma once

#include <string>

#include <fmt/format.h>

#include "ramet/io/byte_source.hpp"

namespace ramet::inline v1::io {

/// A source that knows which contents it has. Threads: any.
class Stamped {
 public:
  Stamped() = default;
  Stamped(const Stamped&) = delete;
  Stamped& operator=(const Stamped&) = delete;
  virtual ~Stamped() = default;

  /// A text that is another one for other contents of the same name, as far as can be told: the same in all processes
  /// and on all machines.
  virtual std::string stamp() const = 0;
};

/// The stamp of a source; of one without, its size.
inline std::string stamp_of(const ByteSource& source) {
  const auto* const stamped = dynamic_cast<const Stamped*>(&source);
  return stamped == nullptr ? fmt::format("{} bytes", source.size()) : stamped->stamp();
}

}  // namespace ramet::inline v1::io
