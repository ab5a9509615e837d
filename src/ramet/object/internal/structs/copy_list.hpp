#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ramet/object/internal/columns/number_column.hpp"

namespace ramet::inline v1::object::internal {

/// Consecutive stored objects, and consecutive structs. Threads: a value.
struct ManyObjects {
  const std::byte* from;
  std::size_t stride;  ///< from one object to the next
  std::byte* to;
  std::size_t to_stride;
  std::size_t count;
};

/// Numbers at fixed positions in stored objects, and their places in a struct. Numbers that are adjacent on both sides
/// are one move. Threads: immutable after construction.
class CopyList {
 public:
  /// Copy `count` numbers from offset `from` in the bytes to offset `to` in the struct.
  void add(const NumberCoding& coding, std::size_t from, std::size_t to, std::size_t count);

  /// Add the moves of `more`, shifted by `from` and `to`.
  void add(const CopyList& more, std::size_t from, std::size_t to);

  bool empty() const noexcept { return moves_.empty() && conversions_.empty(); }

  /// Copy. Throws Error(corrupt) when a number does not fit its target.
  void run(const std::byte* from, std::byte* to) const { run({from, 0, to, 0, 1}); }
  /// The same for many objects, number by number.
  void run(const ManyObjects& objects) const;

 private:
  /// Numbers that are copied (1 byte) or change their byte order.
  struct Move {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t count;
    std::uint32_t size;  ///< bytes of a number
  };
  struct Conversion {
    NumberCoding coding;
    std::size_t from;
    std::size_t to;
    std::size_t count;
  };
  void add_move(const Move& move);

  std::vector<Move> moves_;
  std::vector<Conversion> conversions_;
};

}  // namespace ramet::inline v1::object::internal
