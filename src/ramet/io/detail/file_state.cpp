#include "ramet/io/detail/file_state.hpp"

#include <chrono>

#include <sys/stat.h>

namespace ramet::inline v1::io {

std::optional<FileState> state_of_file(const std::string& path) noexcept {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  const std::chrono::sys_time<std::chrono::nanoseconds> time(std::chrono::seconds(status.st_mtim.tv_sec) +
                                                             std::chrono::nanoseconds(status.st_mtim.tv_nsec));
  const auto modified = std::chrono::file_clock::from_sys(time).time_since_epoch();
  return FileState{static_cast<std::uint64_t>(status.st_size), static_cast<std::int64_t>(modified.count())};
}

}  // namespace ramet::inline v1::io
