#include "ramet/io/internal/beside.hpp"

#include <algorithm>
#include <system_error>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"

namespace ramet::inline v1::io {
namespace {

namespace fs = std::filesystem;

bool is_inside(const fs::path& folder, const fs::path& path) {
  const auto [rest, below] = std::ranges::mismatch(folder, path);
  return rest == folder.end() && below != path.end();
}

}  // namespace

fs::path path_beside(const fs::path& file, std::string_view name) {
  refuse_url(name);
  const fs::path wanted(name);
  const bool leads_up = std::ranges::find(wanted, "..") != wanted.end();
  if (name.empty() || name.find('\0') != std::string_view::npos || wanted.has_root_path() || leads_up)
    detail::fail(ErrorKind::unsupported, "'{}' is outside of the folder of '{}': only files in that folder are opened",
                 name, file.string());
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code error;
  const fs::path real_folder = fs::canonical(folder, error);
  const fs::path real = error ? fs::path() : fs::canonical(folder / wanted, error);
  if (error)
    detail::fail(ErrorKind::file_missing, "there is no file '{}' beside '{}': {}", name, file.string(),
                 error.message());
  if (!is_inside(real_folder, real))
    detail::fail(ErrorKind::unsupported,
                 "'{}' beside '{}' is a link to a file outside of that folder: only files in that folder are opened",
                 name, file.string());
  return real;
}

}  // namespace ramet::inline v1::io
