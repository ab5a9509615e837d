#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/stop.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/tune/profile.hpp"

namespace ramet::inline v1::tune {

/// What a way of writing is to be good at.
enum class Goal : std::uint8_t {
  small,     ///< the fewest bytes
  balanced,  ///< bytes, and the time of writing and reading, in proportion
  fast,      ///< the least time of writing once and reading once
};

/// The goal's name: "small", "balanced" or "fast".
std::string_view to_string(Goal goal) noexcept;

/// What `tune` does. Threads: a value.
struct TuneOptions {
  std::vector<std::string> reads = {};  ///< patterns of the columns that are read later; none: all
  Goal goal = Goal::balanced;
  std::optional<write::Format> format = std::nullopt;    ///< of what is written; by default the table's
  std::uint64_t sample_bytes = std::uint64_t{48} << 20;  ///< uncompressed, at most about so many
  std::size_t files = 3;                                 ///< the most that the sample is taken from
  std::size_t repeats = 5;                               ///< how often the named ways are run; slow ones twice
  double seconds_per_request = 0;                        ///< to a distant file, for one request in each cluster
  double seconds_per_byte = 0;                           ///< from a distant file
  StopToken stop = {};
};

/// What a way of writing costs. Threads: a value.
struct Costs {
  double bytes = 0;
  double write_seconds = 0;  ///< of a core
  double read_seconds = 0;   ///< of a core, and of waiting for a distant file

  /// Whether it is nowhere better than the other, and somewhere worse.
  bool is_dominated_by(const Costs& other) const noexcept;
};

/// A way of writing the table, and its costs for the whole table. Threads: a value.
struct Way {
  std::string name;  ///< "small", "balanced", "fast", "default"; empty for others
  Profile profile;
  std::string compressions;  ///< of the groups of columns, for people: "zstd:5, read floats lz4:4"
  Costs predicted;
  std::optional<Costs> measured;  ///< the least of real runs on the sample, scaled; of named ways
  Costs spread;                   ///< the largest less the smallest of them, as parts of the least
};

/// What `tune` finds. Threads: a value.
struct Tuning {
  std::string table;
  write::Format format = write::Format::ttree;
  std::uint64_t entries = 0;  ///< of the table, in all files: costs are for these
  std::uint64_t sample_entries = 0;
  std::uint64_t sample_bytes = 0;  ///< uncompressed
  std::size_t read_columns = 0;
  std::size_t columns = 0;
  std::size_t settings = 0;  ///< compressions that were measured for each column
  std::size_t ways = 0;      ///< that were computed from them
  std::vector<Way> front;    ///< those that none dominates, by size
  std::vector<Way> named;    ///< small, balanced, fast, default: each was run
  Goal goal = Goal::balanced;

  /// The way of the goal.
  const Way& chosen() const;
};

/// Find how a table is best written: sizes and times of 13 compressions are measured for each column of a sample, three
/// sizes of clusters are tried, all ways are computed from these, and those with a name are run. The places are files
/// with one table each. Throws Error(not_found) for a pattern that no column matches; Error(unsupported) for a table
/// that cannot be written; Error(misuse) for one without entries; Error(cancelled); as dataset::Dataset.
Tuning tune(const dataset::Session& session, std::span<const dataset::FileAndObject> places,
            const TuneOptions& options = {});

}  // namespace ramet::inline v1::tune
