#pragma once

#include <cstdint>
#include <ctime>
#include <string_view>

#include "ramet/file/directory.hpp"

// UUIDs and dates of files.
//
// A date as TDatime packs it (root-project/root, core/base/src/TDatime.cxx), from the highest bit down:
//   | year - 1995: 6 | month 1..12: 4 | day 1..31: 5 | hour: 5 | minute: 6 | second: 6 |

namespace ramet::inline v1::file {

/// 1995-01-01 00:00:00: the date of everything in a reproducible file.
inline constexpr std::uint32_t fixed_date = 1U << 22 | 1U << 17;

/// Pack a calendar date.
std::uint32_t pack_date(const std::tm& date) noexcept;

/// The current local time, as ROOT stores it.
std::uint32_t packed_now() noexcept;

/// A new UUID of random bits (RFC 9562, version 4).
Uuid random_uuid();

/// A UUID derived from a name (RFC 9562, version 8: XXH3 of the name, and of the name and a zero byte).
Uuid uuid_of(std::string_view name);

}  // namespace ramet::inline v1::file
