#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ramet::inline v1::random {

/// One of 2^32 independent sequences of numbers of a seed, usually that of a column. A number is a function of seed,
/// stream, entry and draw, so it does not depend on what else is drawn, in which order, or by which thread.
/// Threads: a value.
struct Stream {
  std::uint64_t seed = 0;
  std::uint32_t number = 0;  ///< a hash of a name, or a number of your own, such as that of a toy

  /// The stream of a name, with stream_number(name).
  static Stream named(std::uint64_t seed, std::string_view name) noexcept;

  bool operator==(const Stream&) const = default;
};

/// The number of a name's stream: its FNV-1a hash of 64 bits, both halves combined by exclusive or. Of 1,000 names two
/// have the same number with a probability of 1 in 10,000; who draws for many names compares their numbers.
std::uint32_t stream_number(std::string_view name) noexcept;

/// Which numbers of a stream are drawn; the fill functions draw one for each. Threads: a value that borrows.
struct Draws {
  /// The number i is that of entry first_entry + i, unless `entries` are given.
  std::uint64_t first_entry = 0;
  /// The entry of each number, or what else identifies the event, such as key_of(run, luminosity block, event).
  std::span<const std::uint64_t> entries{};
  /// The element of each number in its entry, below 2^24, for lists; all 0 if there are none.
  std::span<const std::uint32_t> elements{};
  /// The number of the call: an expression that calls a distribution twice counts its calls, so that they differ.
  std::uint8_t call = 0;
};

/// One number for several columns that identify an event: the first 64 bits of Philox4x64's blocks chained over them.
/// Events whose keys are equal get equal numbers: among 10^9 events there is such a pair with a probability of 3 %.
std::uint64_t key_of(std::span<const std::uint64_t> columns) noexcept;

/// Write key_of of each row of some columns, for Draws::entries: then an event has the same numbers in a skim, in
/// another order of files, and after merging. Throws Error(misuse) for columns of different lengths.
void fill_keys(std::span<const std::span<const std::uint64_t>> columns, std::span<std::uint64_t> keys);

/// Write entry and element of all elements of lists, for Draws: list i, from offsets[i] to offsets[i + 1], is that of
/// entry first_entry + i. `offsets` ascend and there is one more than lists. Throws Error(misuse) if there are not as
/// many entries and elements as the lists have.
void fill_list_draws(std::uint64_t first_entry, std::span<const std::int64_t> offsets, std::span<std::uint64_t> entries,
                     std::span<std::uint32_t> elements);

}  // namespace ramet::inline v1::random
