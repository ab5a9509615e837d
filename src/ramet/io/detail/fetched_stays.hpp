#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/fetched_source.hpp"

namespace ramet::inline v1::io {

/// A read of consecutive parts of a source, such as a loop over clusters. From a source with read_ahead(), the bytes of
/// the next part are requested when a part is entered. Threads: one thread.
class FetchedStays {
 public:
  /// `add_extents` appends the extents that one of `count` parts needs. `source` must outlive this object.
  FetchedStays(const ByteSource& source, std::size_t count,
               std::function<void(std::size_t part, std::vector<Extent>& to)> add_extents);

  /// The source to read the part from, until another part is entered. Throws std::bad_alloc.
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
