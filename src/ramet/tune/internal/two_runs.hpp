#pragma once

namespace ramet::inline v1::tune::internal {

/// The seconds of a core in which a sample was written, or read, without compression and with a fast one. Threads: a
/// value.
struct TwoRuns {
  double plain_seconds = 0;   ///< without
  double packed_seconds = 0;  ///< with
  double codec_seconds = 0;   ///< of these, what the codec takes by itself
  double all_bytes = 0;       ///< of the parts, uncompressed
  double loose_bytes = 0;     ///< of these such as the codec did not make smaller
};

/// What every way of writing takes, and what each byte adds that is stored as it is: less than nothing, where readers
/// need no copy of it. Threads: a value.
struct SharedCosts {
  double seconds = 0;
  double of_plain_byte = 0;
};

/// The costs with which both runs take as long as they did.
constexpr SharedCosts shared_costs(const TwoRuns& runs) noexcept {
  const double packed_bytes = runs.all_bytes - runs.loose_bytes;
  constexpr double least = 0.1;  // of the bytes; times of fewer say nothing
  if (packed_bytes <= least * runs.all_bytes) return {runs.plain_seconds, 0};
  const double of_plain_byte = (runs.plain_seconds - (runs.packed_seconds - runs.codec_seconds)) / packed_bytes;
  return {runs.plain_seconds - of_plain_byte * runs.all_bytes, of_plain_byte};
}

}  // namespace ramet::inline v1::tune::internal
