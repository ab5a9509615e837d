#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ramet::inline v1::compression {

/// ROOT's numbers of compression algorithms; fCompress is 100 * algorithm + level.
enum class Algorithm : std::uint8_t { none = 0, zlib = 1, lzma = 2, old = 3, lz4 = 4, zstd = 5 };

/// An algorithm and its level (1..9; 0 is no compression). Threads: a value.
struct Settings {
  Algorithm algorithm = Algorithm::zstd;
  int level = 5;

  /// ROOT's number, for example 505.
  constexpr int code() const noexcept { return level == 0 ? 0 : 100 * static_cast<int>(algorithm) + level; }
  /// Throws Error(misuse) for an unknown algorithm or level, for which code() could return the number of another
  /// setting.
  void check() const;
  /// Make settings of ROOT's number. 1..9 are zlib, as in files older than the other algorithms. Throws Error(misuse)
  /// for an unknown algorithm or a level outside of 0..9.
  static Settings from_code(int code);
  /// Make settings of "zstd", "zstd:5", "zlib:1", "lz4", "lzma:7", "none", or a number as above. A bare name has the
  /// level that ROOT recommends: zlib 1, lzma 7, lz4 4, zstd 5. Throws Error(misuse).
  static Settings parse(std::string_view text);
  /// The text that `parse` takes: "zstd:5" or "none".
  std::string to_string() const;
  constexpr bool operator==(const Settings&) const = default;
};

}  // namespace ramet::inline v1::compression
