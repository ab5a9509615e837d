#include "ramet/write/internal/key_name.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::write::internal {

void require_key_name(std::string_view name) {
  if (name.empty()) detail::fail(ErrorKind::misuse, "the name is empty");
  constexpr std::string_view special = ";/";
  if (const auto place = name.find_first_of(special); place != std::string_view::npos)
    detail::fail(ErrorKind::misuse, "name '{}' contains '{}', after which readers expect {}", name, name[place],
                 name[place] == ';' ? "a cycle" : "a key in a directory");
}

void require_directory_names(const file::FileWriter& file, std::string_view path) {
  if (file.find_directory(path)) return;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    if (!part.empty()) require_key_name(part);
    path.remove_prefix(std::min(part.size() + 1, path.size()));
  }
}

}  // namespace ramet::inline v1::write::internal
