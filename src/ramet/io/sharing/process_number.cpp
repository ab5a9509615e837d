#include "ramet/io/sharing/process_number.hpp"

#include <unistd.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::io {

std::uint64_t process_number() noexcept { return static_cast<std::uint64_t>(::getpid()); }

void require_process(std::uint64_t number, std::string_view name) {
  if (const std::uint64_t now = process_number(); now != number)
    fail(ErrorKind::misuse,
         "'{}' is written by process {}, and this is process {}, forked from it: to write the file with more "
         "processes, call `share` in the first one and `join` in the others",
         name, number, now);
}

}  // namespace ramet::inline v1::io
