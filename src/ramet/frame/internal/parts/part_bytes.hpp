#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/error.hpp"
#include "ramet/frame/actions/portable.hpp"
#include "ramet/hist/binned/moments.hpp"
#include "ramet/hist/detail/partial_sums.hpp"

// The bytes of parts of a run (docs/format/plans.md). Numbers are big-endian, as in ROOT files; runs of numbers are a
// count of 64 bits and the numbers as they are in memory, little-endian. Readers throw Error(corrupt).

namespace ramet::inline v1::frame::internal {

/// A contribution that is a value. Threads: one thread.
template <class Value>
class ContributionOf final : public Contribution {
 public:
  explicit ContributionOf(Value of) : value(std::move(of)) {}
  Value value;
};

/// The value of a contribution that `read_part` of the same action made.
template <class Value>
Value& value_of(Contribution& part) {
  return static_cast<ContributionOf<Value>&>(part).value;
}

template <class Value>
std::unique_ptr<Contribution> contribution_of(Value value) {
  return std::make_unique<ContributionOf<Value>>(std::move(value));
}

void write_numbers(bytes::ByteWriter& to, std::span<const double> numbers);
void write_numbers(bytes::ByteWriter& to, std::span<const std::uint64_t> numbers);
/// Any number of them.
std::vector<double> read_doubles(bytes::ByteCursor& from, std::string_view what);
std::vector<std::uint64_t> read_whole_numbers(bytes::ByteCursor& from, std::string_view what);
/// So many, or if they are `optional` none.
std::vector<double> read_doubles(bytes::ByteCursor& from, std::size_t wanted, std::string_view what);
std::vector<double> read_doubles_or_none(bytes::ByteCursor& from, std::size_t wanted, std::string_view what);

void write_moments(bytes::ByteWriter& to, const hist::Moments& moments);
hist::Moments read_moments(bytes::ByteCursor& from, const hist::Moments& like);

/// Values of numbers, strings, lists and what is made of these.
void write_array(bytes::ByteWriter& to, const array::Array& array);
array::Array read_array(bytes::ByteCursor& from, const array::Type& type);

/// The trees of a sum; `write` writes a sum of them.
template <class Sum, class Write>
void write_trees(bytes::ByteWriter& to, hist::PartialSums<Sum>& sums, Write&& write) {
  const auto trees = sums.take_trees();
  to.write(static_cast<std::uint32_t>(trees.size()));
  for (const auto& tree : trees) {
    to.write(static_cast<std::uint8_t>(tree.level));
    to.write(static_cast<std::uint64_t>(tree.number));
    write(tree.sum);
  }
}

/// The trees that these tasks make up, and no others; `read` reads a sum of them.
template <class Sum, class Read>
std::vector<typename hist::PartialSums<Sum>::Tree> read_trees(bytes::ByteCursor& from, TaskRange tasks, Read&& read) {
  std::vector<typename hist::PartialSums<Sum>::Tree> trees;
  std::size_t next = tasks.first;
  for (std::uint32_t left = from.read<std::uint32_t>(); left > 0; --left) {
    const std::size_t level = from.read<std::uint8_t>();
    const std::uint64_t number = from.read<std::uint64_t>();
    const bool fits = level < 48 && number <= tasks.last >> level && number << level == next &&
                      std::size_t{1} << level <= tasks.last - next;
    if (!fits)
      detail::fail(ErrorKind::corrupt, "a sum of the tasks {} << {}: tasks {} to {} are missing", number, level, next,
                   tasks.last);
    next += std::size_t{1} << level;
    trees.push_back({level, static_cast<std::size_t>(number), read()});
  }
  if (next != tasks.last) detail::fail(ErrorKind::corrupt, "the sums of tasks {} to {} are missing", next, tasks.last);
  return trees;
}

}  // namespace ramet::inline v1::frame::internal
