#include "ramet/io/detail/output_path.hpp"

#include <system_error>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::io {

std::filesystem::path resolve_output(const std::filesystem::path& path) {
  constexpr int most_links = 40;  // the limit of Linux
  std::filesystem::path at = std::filesystem::absolute(path);
  std::error_code error;
  for (int links = 0; links < most_links; ++links) {
    if (!std::filesystem::is_symlink(std::filesystem::symlink_status(at, error))) return at;
    const std::filesystem::path target = std::filesystem::read_symlink(at, error);
    if (error) detail::fail(ErrorKind::io, "cannot follow the link '{}': {}", at.string(), error.message());
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  detail::fail(ErrorKind::io, "cannot follow '{}': more than {} symbolic links", path.string(), most_links);
}

}  // namespace ramet::inline v1::io
