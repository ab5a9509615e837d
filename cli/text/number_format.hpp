#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ramet::cli {

/// 1234567 as "1,234,567".
std::string format_count(std::uint64_t count);

/// Three digits and a binary unit: "17 B", "1.50 KiB", "230 KiB", "1.20 GiB".
std::string format_bytes(std::uint64_t bytes);

/// The compression ratio: "1.32", "118"; "-" if nothing is stored.
std::string format_ratio(std::uint64_t uncompressed, std::uint64_t stored);

/// A TDatime as "2021-03-04 12:34:56": years from 1995 in the upper 6 bits, then month 4, day 5, hour 5, minute 6,
/// second 6 (root-project/root, core/base/src/TDatime.cxx, TDatime::Set). "-" for 0.
std::string format_date(std::uint32_t date);

/// 16 bytes as "2c8b1a52-0d3e-11ea-b5a8-0242ac110002".
std::string format_uuid(std::span<const std::byte, 16> uuid);

/// A value with at most `digits` significant digits, without trailing zeros: "91.19", "0.001", "1e+06".
std::string format_value(double value, int digits = 5);

/// A file's version, 63206 or 1063206, as "6.32/06".
std::string format_version(std::uint32_t version);

/// a + b, or the largest number if that overflows: for sums of sizes claimed by a file.
std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) noexcept;

/// A size claimed by a file, which is stored signed; negative ones count as 0.
constexpr std::uint64_t size_from(std::int64_t claimed) noexcept {
  return claimed > 0 ? static_cast<std::uint64_t>(claimed) : 0;
}

}  // namespace ramet::cli
