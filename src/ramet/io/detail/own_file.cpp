#include "ramet/io/detail/own_file.hpp"

#include <fstream>
#include <iterator>

#include <sys/stat.h>
#include <unistd.h>

namespace ramet::inline v1::io {

std::uint32_t user_number() noexcept { return ::geteuid(); }

std::string text_of_own_file(const std::filesystem::path& path) {
  struct stat status{};
  const bool is_own = ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == user_number();
  if (!is_own) return {};
  std::ifstream text(path);
  return {std::istreambuf_iterator<char>(text), {}};
}

}  // namespace ramet::inline v1::io
