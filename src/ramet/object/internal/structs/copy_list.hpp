#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/object/internal/columns/number_column.hpp"

namespace ramet::inline v1::object::internal {

/// Whether numbers only change their byte order, if that.
bool is_plain(const NumberCoding& coding) noexcept;

/// Numbers at fixed places among bytes, and where each goes in a struct. Run many times, so that they are sorted by
/// what is to be done: bytes that stay as they are, numbers that change their byte order, all else. Threads: immutable,
/// once made.
class CopyList {
 public:
  /// `count` numbers at `from` of the bytes go to `to` of the struct.
  void add(const NumberCoding& coding, std::size_t from, std::size_t to, std::size_t count);

  /// All that `more` does, so many bytes further on.
  void add(const CopyList& more, std::size_t from, std::size_t to);

  /// Copy. Throws Error(corrupt) when a number does not fit its target.
  void run(const std::byte* from, std::byte* to) const;

 private:
  struct Move {
    std::uint32_t from;
    std::uint32_t to;
  };
  struct Conversion {
    NumberCoding coding;
    std::size_t from;
    std::size_t to;
    std::size_t count;
  };
  void add_bytes(std::size_t from, std::size_t to, std::size_t count);

  std::vector<Move> bytes1_, bytes2_, bytes4_, bytes8_;  // as they are
  std::vector<Move> swapped2_, swapped4_, swapped8_;
  std::vector<Conversion> conversions_;
};

}  // namespace ramet::inline v1::object::internal
