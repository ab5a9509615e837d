// The members of FileReader that follow paths through directories.
#include <unordered_set>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/file/file_reader.hpp"

namespace ramet::inline v1::file {
namespace {

constexpr std::size_t most_levels = 1000;

std::string_view without_outer_slashes(std::string_view path) noexcept {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

// A name that holds a ';' and digits may be there as it is written; else they are a cycle.
const Key* find_as_written(const Directory& directory, std::string_view text) noexcept {
  if (const Key* key = directory.find(text)) return key;
  const auto [name, cycle] = split_cycle(text);
  return cycle ? directory.find(name, cycle) : nullptr;
}

struct Step {
  const Key* key = nullptr;
  std::string_view rest;
};

// The subdirectory with which `path` goes on: that of the longest name, as names may contain '/'.
Step first_directory(const Directory& directory, std::string_view path) noexcept {
  for (std::size_t slash = path.rfind('/'); slash != std::string_view::npos && slash > 0;
       slash = path.rfind('/', slash - 1)) {
    const Key* key = find_as_written(directory, path.substr(0, slash));
    if (key != nullptr && key->is_directory()) return {key, path.substr(slash + 1)};
  }
  return {};
}

[[noreturn]] void missing(const Directory& directory, std::string_view path) {
  // Say which part of a longer path is not there.
  const auto part = path.substr(0, path.find('/'));
  const auto [name, cycle] = split_cycle(part);
  const Key& key = directory.at(name, cycle);
  fail(ErrorKind::not_found, "'{}' is a {}, not a directory, so that there is no '{}'", part, key.class_name, path);
}

}  // namespace

Key FileReader::key(std::string_view path) const {
  return while_doing([&] { return fmt::format("file '{}'", name()); },
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
    while_doing([&] { return fmt::format("file '{}'", name()); },
                [&] {
                  const Key* key = find_as_written(directory, rest);
                  Step step{key, {}};
                  if (key == nullptr) step = first_directory(directory, rest);
                  if (step.key == nullptr) missing(directory, rest);
                  if (!step.key->is_directory())
                    fail(ErrorKind::not_found, "'{}' is a {}, not a directory", path, step.key->class_name);
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
  std::unordered_set<std::uint64_t> seen{root_.seek};
  std::vector<Level> levels;
  const auto enter = [&](Directory directory) {
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
    const auto path = [&] { return fmt::format("file '{}': '{}/{}'", name(), levels.back().directory.path, key.name); };
    if (!seen.insert(key.seek).second)
      fail(ErrorKind::corrupt, "{} is the directory at byte {}, which is elsewhere too", path(), key.seek);
    if (levels.size() == most_levels) fail(ErrorKind::unsupported, "{} lies {} levels deep", path(), levels.size());
    enter(read_directory(level.directory, key));
  }
}

}  // namespace ramet::inline v1::file
