#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/fetched_source.hpp"

namespace ramet::inline v1::io {

/// A read that goes from part to part of a source, as a loop over clusters does. Of a source whose answers take long,
/// the bytes of a part are asked for together when the part before it is entered. Threads: one thread.
class FetchedStays {
 public:
  /// `add_extents` adds the bytes that a part, one of `count`, needs. `source` outlives this.
  FetchedStays(const ByteSource& source, std::size_t count,
               std::function<void(std::size_t part, std::vector<Extent>& to)> add_extents);

  /// What to read the part from, until another one is entered. Throws std::bad_alloc.
  const ByteSource& enter(std::size_t part);

 private:
  struct Stay {
    std::size_t part;
    std::unique_ptr<const FetchedSource> source;
  };

  Stay fetch(std::size_t part) const;

  const ByteSource& source_;
  std::size_t count_;
  std::function<void(std::size_t, std::vector<Extent>&)> add_extents_;
  std::optional<Stay> now_;
  std::optional<Stay> next_;
};

}  // namespace ramet::inline v1::io
