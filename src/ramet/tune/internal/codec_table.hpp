#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ramet/compression/settings.hpp"
#include "ramet/schedule/read_options.hpp"
#include "ramet/tune/internal/stored_parts.hpp"

namespace ramet::inline v1::tune::internal {

/// What one compression does to one column. Threads: a value.
struct CodecCost {
  double bytes = 0;             ///< stored
  double plain_bytes = 0;       ///< of these such as compression did not make smaller
  double compress_seconds = 0;  ///< of a core
  double decompress_seconds = 0;

  CodecCost& operator+=(const CodecCost& other) noexcept {
    bytes += other.bytes;
    plain_bytes += other.plain_bytes;
    compress_seconds += other.compress_seconds;
    decompress_seconds += other.decompress_seconds;
    return *this;
  }
};

/// The compressions that are tried.
std::span<const compression::Settings> tried_settings() noexcept;

/// The costs of each column with each of the settings. Threads: a value.
using CodecTable = std::vector<std::vector<CodecCost>>;

/// Compress and decompress the parts of each column with each of the settings, as the writer and readers do, on all
/// threads, in several rounds over all of them, of which the least times count; of slow settings there is one, of
/// every third part of each branch, which counts three times. Throws Error(cancelled).
CodecTable measure_codecs(const StoredParts& parts, std::span<const compression::Settings> settings,
                          const schedule::ReadOptions& options);

}  // namespace ramet::inline v1::tune::internal
