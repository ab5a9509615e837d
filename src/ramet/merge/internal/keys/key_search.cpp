#include "ramet/merge/internal/keys/key_search.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include <fnmatch.h>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

bool is_pattern(std::string_view text) noexcept { return text.find_first_of("*?[") != std::string_view::npos; }

/// Whether a key has the highest cycle of its name. An object and a directory of one name are two things.
bool is_newest(const file::Directory& directory, const file::Key& key) {
  const file::Key* newest = directory.find(key.name);
  if (newest == nullptr || newest->cycle == key.cycle) return true;
  if (newest->is_directory() == key.is_directory()) return false;
  return std::ranges::none_of(directory.keys, [&](const file::Key& other) {
    return other.name == key.name && other.is_directory() == key.is_directory() && other.cycle > key.cycle;
  });
}

/// Collects what a path with patterns matches. Threads: one thread.
class PatternSearch {
 public:
  PatternSearch(const file::FileReader& file, Cycles cycles) : file_(file), cycles_(cycles) {}

  void run(const file::Directory& directory, std::string_view path) {
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos) return add_matching(directory, path);
    const std::string name(path.substr(0, slash));
    for (const file::Key& key : directory.keys)
      if (key.is_directory() && is_newest(directory, key) && fnmatch(name.c_str(), key.name.c_str(), 0) == 0)
        run(file_.directory(joined_path(directory.path, key.name)), path.substr(slash + 1));
  }

  std::vector<FoundKey> take() { return std::move(found_); }

 private:
  void add_matching(const file::Directory& directory, std::string_view text) {
    const bool takes_all = text.ends_with(";*");
    if (takes_all) text.remove_suffix(2);
    const auto [name, cycle] = file::split_cycle(text);
    const std::string pattern(name);
    const Cycles cycles = takes_all ? Cycles::all : cycles_;
    std::map<std::string_view, std::size_t> names;  // the order of their first keys
    std::vector<const file::Key*> keys;
    for (const file::Key& key : directory.keys) {
      if (fnmatch(pattern.c_str(), key.name.c_str(), 0) != 0) continue;
      if (cycle ? key.cycle != *cycle : cycles == Cycles::newest && !is_newest(directory, key)) continue;
      names.emplace(key.name, names.size());
      keys.push_back(&key);
    }
    std::ranges::stable_sort(keys, {},
                             [&](const file::Key* key) { return std::pair(names.at(key->name), key->cycle); });
    for (const file::Key* key : keys) found_.push_back({directory.path, *key});
  }

  const file::FileReader& file_;
  Cycles cycles_;
  std::vector<FoundKey> found_;
};

/// The directory and the key of a path that exists as it is written.
std::optional<FoundKey> find_as_written(const file::FileReader& file, std::string_view path) {
  try {
    const file::Key key = file.key(path);
    const auto [name, cycle] = file::split_cycle(path);
    const std::string_view whole = path.ends_with(key.name) ? path : name;
    const std::string_view directory = whole.substr(0, whole.size() - std::min(whole.size(), key.name.size()));
    return FoundKey{std::string(without_outer_slashes(directory)), key};
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::not_found) throw;
    return std::nullopt;
  }
}

}  // namespace

std::string_view without_outer_slashes(std::string_view path) noexcept {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

std::string joined_path(std::string_view directory, std::string_view name) {
  return directory.empty() ? std::string(name) : fmt::format("{}/{}", directory, name);
}

KeySearch find_keys(const file::FileReader& file, std::string_view path, Cycles cycles) {
  path = without_outer_slashes(path);
  if (path.empty()) path = "*";
  KeySearch search{{}, is_pattern(path)};
  if (auto found = find_as_written(file, path)) {
    const bool has_cycle = !path.ends_with(found->key.name);
    search.is_pattern = false;
    if (has_cycle || cycles == Cycles::newest) {
      search.keys.push_back(std::move(*found));
      return search;
    }
    for (const file::Key& key : file.directory(found->directory).keys)
      if (key.name == found->key.name) search.keys.push_back({found->directory, key});
    std::ranges::stable_sort(search.keys, {}, [](const FoundKey& one) { return one.key.cycle; });
    return search;
  }
  if (!search.is_pattern) static_cast<void>(file.key(path));  // throws with similar names
  PatternSearch patterns(file, cycles);
  patterns.run(file.root(), path);
  search.keys = patterns.take();
  if (search.keys.empty() && path != "*")
    detail::fail(ErrorKind::not_found, "'{}': no key matches '{}'", file.name(), path);
  return search;
}

}  // namespace ramet::inline v1::merge::internal
