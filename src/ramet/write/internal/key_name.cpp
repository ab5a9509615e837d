#include "ramet/write/internal/key_name.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"
#include "ramet/file/directory.hpp"

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

DirectoryAndName split_path(std::string_view path) noexcept {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

KeyPlace split_path(const file::FileWriter& file, std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  std::string_view directory;
  for (std::string_view rest = path;;) {
    if (const auto in = file.find_directory(directory)) {
      if (file.contains(*in, rest)) return {directory, rest, std::nullopt};
      const auto [name, cycle] = file::split_cycle(rest);
      if (cycle && file.contains(*in, name)) return {directory, name, cycle};
    }
    const std::size_t slash = path.find('/', path.size() - rest.size());
    if (slash == std::string_view::npos) {
      const auto [name, cycle] = file::split_cycle(rest);
      return {directory, name, cycle};
    }
    directory = path.substr(0, slash);
    rest = path.substr(slash + 1);
  }
}

}  // namespace ramet::inline v1::write::internal
