// The members of FileReader that follow paths through directories.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/file_reader.hpp"

namespace ramet::inline v1::file {
namespace {

constexpr std::size_t deepest_path = 1000;

// Limit on the paths of all keys: directories with long names may contain many keys.
constexpr std::uint64_t most_path_bytes = std::uint64_t{256} << 20;

std::string_view without_outer_slashes(std::string_view path) noexcept {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

// Names may contain a ';' followed by digits; only if there is no such name, the digits are a cycle.
const Key* find_as_written(const Directory& directory, std::string_view text) noexcept {
  if (const Key* key = directory.find(text)) return key;
  const auto [name, cycle] = split_cycle(text);
  return cycle ? directory.find(name, cycle) : nullptr;
}

// The same, but a directory, if there is one: an object of its name may have a higher cycle.
const Key* find_directory(const Directory& directory, std::string_view text) noexcept {
  const Key* const key = find_as_written(directory, text);
  if (key == nullptr || key->is_directory() || key->name != text) return key;
  const Key* found = nullptr;
  for (const Key& other : directory.keys)
    if (other.is_directory() && other.name == text && (found == nullptr || other.cycle > found->cycle)) found = &other;
  return found != nullptr ? found : key;
}

struct Step {
  const Key* key = nullptr;
  std::string_view rest;
};

// The first subdirectory in `path`: the one with the longest name, since names may contain '/'.
Step first_directory(const Directory& directory, std::string_view path) noexcept {
  for (std::size_t slash = path.rfind('/'); slash != std::string_view::npos && slash > 0;
       slash = path.rfind('/', slash - 1)) {
    const Key* key = find_directory(directory, path.substr(0, slash));
    if (key != nullptr && key->is_directory()) return {key, path.substr(slash + 1)};
  }
  return {};
}

[[noreturn]] void missing(const Directory& directory, std::string_view path) {
  // Name the part of the path that does not exist.
  const auto part = path.substr(0, path.find('/'));
  const auto [name, cycle] = split_cycle(part);
  const Key& key = directory.at(name, cycle);
  detail::fail(ErrorKind::not_found, "'{}' is a {}, not a directory, so there is no '{}'", part, key.class_name, path);
}

/// Stops a walk through directories that form a cycle or are nested without end. Threads: one thread.
class WalkLimits {
 public:
  WalkLimits(const FileReader& reader, const Directory& top)
      : reader_(reader), seen_{top.seek}, left_(most_path_bytes + reader.source().size()) {}

  /// Count a directory's keys, before paths are made of them.
  void count_keys(const Directory& directory) {
    std::uint64_t bytes = detail::checked_product(directory.path.size() + 1, directory.keys.size(), "size of paths");
    for (const Key& key : directory.keys) bytes += key.name.size();
    if (bytes > left_)
      detail::fail(ErrorKind::unsupported, "file '{}': the paths of its keys take more than {} bytes", reader_.name(),
                   most_path_bytes + reader_.source().size());
    left_ -= bytes;
  }

  /// Count a directory that the walk enters, `levels` below the top.
  void count_directory(const Directory& parent, const Key& key, std::size_t levels) {
    const auto path = [&] { return fmt::format("file '{}': '{}/{}'", reader_.name(), parent.path, key.name); };
    if (!seen_.insert(key.seek).second)
      detail::fail(ErrorKind::corrupt, "{} is the directory at byte {}, which occurs elsewhere too", path(), key.seek);
    if (levels == deepest_path) detail::fail(ErrorKind::unsupported, "{} lies {} levels deep", path(), levels);
  }

 private:
  const FileReader& reader_;
  std::unordered_set<std::uint64_t> seen_;
  std::uint64_t left_;
};

/// The subdirectory of each name: that of the highest cycle, the first if there are several.
using LatestKeys = std::unordered_map<std::string_view, const Key*>;

LatestKeys latest_keys(const std::vector<Key>& keys) {
  LatestKeys latest;
  if (std::ranges::none_of(keys, &Key::is_directory)) return latest;
  for (const Key& key : keys) {
    if (!key.is_directory()) continue;
    const auto [known, is_new] = latest.try_emplace(key.name, &key);
    if (!is_new && key.cycle > known->second->cycle) known->second = &key;
  }
  return latest;
}

}  // namespace

Key FileReader::key(std::string_view path) const {
  return detail::while_doing([&] { return fmt::format("file '{}'", name()); },
                             [&] {
                               std::string_view rest = without_outer_slashes(path);
                               Directory below;
                               const Directory* directory = &root_;
                               while (true) {
                                 if (const Key* key = find_as_written(*directory, rest)) return *key;
                                 const Step step = first_directory(*directory, rest);
                                 if (step.key == nullptr) missing(*directory, rest);
                                 below = read_directory(*directory, *step.key);
                                 directory = &below;
                                 rest = step.rest;
                               }
                             });
}

Directory FileReader::directory(std::string_view path) const {
  std::string_view rest = without_outer_slashes(path);
  Directory directory = root_;
  while (!rest.empty()) {
    detail::while_doing([&] { return fmt::format("file '{}'", name()); },
                        [&] {
                          const Key* key = find_directory(directory, rest);
                          Step step{key, {}};
                          if (key == nullptr) step = first_directory(directory, rest);
                          if (step.key == nullptr) missing(directory, rest);
                          if (!step.key->is_directory())
                            detail::fail(ErrorKind::not_found, "'{}' is a {}, not a directory", path,
                                         step.key->class_name);
                          directory = read_directory(directory, *step.key);
                          rest = step.rest;
                        });
  }
  return directory;
}

void FileReader::for_each_key(FunctionRef<void(const Directory&, const Key&)> visit) const {
  struct Level {
    Directory directory;
    std::size_t next = 0;
  };
  WalkLimits limits(*this, root_);
  std::vector<Level> levels;
  const auto enter = [&](Directory directory) {
    limits.count_keys(directory);
    for (const Key& key : directory.keys) visit(directory, key);
    levels.push_back({std::move(directory)});
  };
  enter(root_);
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.directory.keys.size()) {
      levels.pop_back();
      continue;
    }
    const Key key = level.directory.keys[level.next++];
    if (!key.is_directory()) continue;
    limits.count_directory(level.directory, key, levels.size());
    enter(read_directory(level.directory, key));
  }
}

std::vector<PlacedKey> FileReader::keys_below(std::string_view path) const {
  struct Level {
    Directory directory;
    LatestKeys latest;
    std::string prefix;
    std::size_t next = 0;
  };
  std::vector<PlacedKey> found;
  std::vector<Level> levels;
  Directory top = directory(path);
  WalkLimits limits(*this, top);
  const auto enter = [&](Directory directory, std::string prefix) {
    limits.count_keys(directory);
    LatestKeys latest = latest_keys(directory.keys);  // pointers that stay valid when the directory is moved
    levels.push_back({std::move(directory), std::move(latest), std::move(prefix)});
  };
  enter(std::move(top), "");
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.directory.keys.size()) {
      levels.pop_back();
      continue;
    }
    const Key& key = level.directory.keys[level.next++];
    found.push_back({level.prefix + key.name, key});
    if (!key.is_directory() || level.latest.at(key.name) != &key) continue;
    limits.count_directory(level.directory, key, levels.size());
    std::string prefix = found.back().path + "/";
    enter(read_directory(level.directory, key), std::move(prefix));
  }
  return found;
}

}  // namespace ramet::inline v1::file
