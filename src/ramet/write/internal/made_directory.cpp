#include "ramet/write/internal/made_directory.hpp"

#include <algorithm>
#include <exception>

#include "ramet/write/internal/key_name.hpp"

namespace ramet::inline v1::write::internal {
namespace {

/// The shortest prefix of a path whose directory does not exist; "" if all exist.
std::string first_missing(const file::FileWriter& file, std::string_view path) {
  for (std::size_t end = 0; end < path.size(); ++end) {
    end = std::min(path.find('/', end), path.size());
    if (!file.find_directory(path.substr(0, end))) return std::string(path.substr(0, end));
  }
  return "";
}

std::string_view parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : path.substr(0, slash);
}

void remove_directory(file::FileWriter& file, std::string_view path) {
  file.remove(file.directory(parent_of(path)), path.substr(path.rfind('/') + 1));
}

}  // namespace

MadeDirectory::MadeDirectory(file::FileWriter& file, std::string_view path) : file_(file) {
  require_directory_names(file, path);
  first_made_ = first_missing(file, path);
  try {
    number_ = file.directory(path);
  } catch (...) {
    remove();
    throw;
  }
}

MadeDirectory::~MadeDirectory() { remove(); }

void MadeDirectory::remove() noexcept {
  if (first_made_.empty()) return;
  try {
    if (file_.find_directory(first_made_)) remove_directory(file_, first_made_);
  } catch (const std::exception&) {
    return;  // an empty directory stays; the caller reports the first error
  }
}

void remove_empty(file::FileWriter& file, std::string_view path, std::string_view first_made,
                  FunctionRef<bool(file::DirectoryNumber)> is_free) {
  while (!first_made.empty() && path.size() >= first_made.size()) {
    const auto directory = file.find_directory(path);
    if (!directory || !file.keys(*directory).empty() || !is_free(*directory)) return;
    remove_directory(file, path);
    path = parent_of(path);
  }
}

}  // namespace ramet::inline v1::write::internal
