#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ramet/object/internal/columns/number_column.hpp"

namespace ramet::inline v1::object::internal {

/// Whether numbers only change their byte order, if that.
bool is_plain(const NumberCoding& coding) noexcept;

/// Objects that lie one after the other, and structs that do. Threads: a value.
struct ManyObjects {
  const std::byte* from;
  std::size_t stride;  ///< from one object to the next
  std::byte* to;
  std::size_t to_stride;
  std::size_t count;
};

/// Numbers at fixed places among bytes, and where each goes in a struct. Numbers that stand together on both sides are
/// one move. Threads: immutable, once made.
class CopyList {
 public:
  /// `count` numbers at `from` of the bytes go to `to` of the struct.
  void add(const NumberCoding& coding, std::size_t from, std::size_t to, std::size_t count);

  /// All that `more` does, so many bytes further on.
  void add(const CopyList& more, std::size_t from, std::size_t to);

  /// Copy. Throws Error(corrupt) when a number does not fit its target.
  void run(const std::byte* from, std::byte* to) const { run({from, 0, to, 0, 1}); }
  /// The same for many objects, each number of all of them before the next number.
  void run(const ManyObjects& objects) const;

 private:
  /// Numbers that stay as they are (of 1 byte) or change their byte order.
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
