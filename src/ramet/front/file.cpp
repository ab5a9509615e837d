#include "ramet/front/file.hpp"

#include <unordered_set>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/dataset/table.hpp"

namespace ramet::inline v1::front {

File::File(const std::filesystem::path& path, std::shared_ptr<const dataset::Session> session)
    : session_(session ? std::move(session) : std::make_shared<const dataset::Session>()),
      file_(session_->open(path)) {}

std::vector<std::string> File::names() const {
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  for (const file::PlacedKey& placed : file_->reader().keys_below(""))
    if (!placed.key.is_directory() && seen.insert(placed.path).second) names.push_back(placed.path);
  return names;
}

bool File::contains(std::string_view path) const {
  try {
    file_->reader().key(path);
    return true;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::not_found) return false;
    throw;
  }
}

Table File::table(std::string_view path) const { return {session_, dataset::open_table(file_, path)}; }

}  // namespace ramet::inline v1::front
