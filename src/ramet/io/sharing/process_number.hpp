#pragma once

#include <cstdint>
#include <string_view>

namespace ramet::inline v1::io {

/// The system's number of this process.
std::uint64_t process_number() noexcept;

/// Throws Error(misuse), saying what to do instead, when this process is a child that was forked from the one of that
/// number, which writes the file called `name`: what both write would be in the same places.
void require_process(std::uint64_t number, std::string_view name);

}  // namespace ramet::inline v1::io
