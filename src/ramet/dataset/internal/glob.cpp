#include "ramet/dataset/internal/glob.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace ramet::inline v1::dataset {
namespace {

namespace fs = std::filesystem;

// The depth to which "**" descends, because links may form cycles.
constexpr int deepest = 64;

/// The end of a "[...]" that begins a pattern, one past its ']'; 0 when it is not closed.
std::size_t end_of_set(std::string_view pattern) noexcept {
  const std::size_t negation = pattern.size() > 1 && pattern[1] == '!' ? 1 : 0;
  const std::size_t close = pattern.find(']', 2 + negation);  // the first character may be ']' itself
  return close == std::string_view::npos ? 0 : close + 1;
}

bool is_in_set(std::string_view set, char character) noexcept {
  const bool is_negated = set.starts_with('!');
  if (is_negated) set.remove_prefix(1);
  bool is_in = false;
  for (std::size_t at = 0; at < set.size(); ++at) {
    if (at + 2 < set.size() && set[at + 1] == '-') {
      is_in |= set[at] <= character && character <= set[at + 2];
      at += 2;
    } else {
      is_in |= set[at] == character;
    }
  }
  return is_in != is_negated;
}

/// How many characters of the pattern match the first character of the name; 0 when they do not.
std::size_t match_one(std::string_view pattern, std::string_view name) noexcept {
  if (pattern.empty() || name.empty()) return 0;
  if (pattern[0] == '?') return 1;
  if (pattern[0] == '[')
    if (const std::size_t end = end_of_set(pattern); end > 0)
      return is_in_set(pattern.substr(1, end - 2), name[0]) ? end : 0;
  return pattern[0] == name[0] ? 1 : 0;
}

/// Threads: a value.
struct Found {
  fs::path path;
  bool is_directory = false;

  auto operator<=>(const Found& other) const { return path <=> other.path; }
  bool operator==(const Found& other) const { return path == other.path; }
};

std::vector<Found> sorted_entries(const fs::path& directory) {
  std::vector<Found> entries;
  std::error_code error;
  for (fs::directory_iterator entry(directory.empty() ? fs::path(".") : directory, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;  // mostly the directory entry has the kind of a name, and no call is needed
    entries.push_back({directory / entry->path().filename(), entry->is_directory(ignored)});
  }
  std::ranges::sort(entries);
  return entries;
}

/// Collects the files below a directory that match the components of a pattern from a given one on. Threads: one
/// thread.
struct Collector {
  std::vector<std::string> components;
  std::vector<std::string> found;

  void collect(const fs::path& directory, std::size_t component, int depth) {
    if (component == components.size() || depth > deepest) return;
    const std::string& pattern = components[component];
    if (pattern == "**") {
      collect(directory, component + 1, depth);
      for (const Found& entry : sorted_entries(directory))
        if (entry.is_directory && !entry.path.filename().string().starts_with('.'))
          collect(entry.path, component, depth + 1);
      return;
    }
    if (!is_glob(pattern)) {
      std::error_code ignored;
      const fs::file_status status = fs::status(directory / pattern, ignored);
      if (fs::exists(status)) take({directory / pattern, fs::is_directory(status)}, component, depth);
      return;
    }
    for (const Found& entry : sorted_entries(directory))
      if (matches(pattern, entry.path.filename().string())) take(entry, component, depth);
  }

  void take(const Found& entry, std::size_t component, int depth) {
    if (component + 1 < components.size()) return collect(entry.path, component + 1, depth);
    if (!entry.is_directory) found.push_back(entry.path.string());
  }
};

}  // namespace

bool is_glob(std::string_view text) noexcept { return text.find_first_of("*?[") != std::string_view::npos; }

bool matches(std::string_view pattern, std::string_view name) noexcept {
  if (name.starts_with('.') && !pattern.starts_with('.')) return false;
  // Where to continue when the text after the last '*' does not match: the star takes one more character.
  std::string_view after_star;
  std::string_view retry;
  bool has_star = false;
  while (!name.empty() || !pattern.empty()) {
    if (pattern.starts_with('*')) {
      pattern.remove_prefix(1);
      after_star = pattern;
      retry = name;
      has_star = true;
      continue;
    }
    if (const std::size_t length = match_one(pattern, name); length > 0) {
      pattern.remove_prefix(length);
      name.remove_prefix(1);
      continue;
    }
    if (!has_star || retry.empty()) return false;
    retry.remove_prefix(1);
    pattern = after_star;
    name = retry;
  }
  return true;
}

std::vector<std::string> glob(std::string_view pattern) {
  Collector collector;
  const fs::path path(pattern);
  for (const fs::path& component : path.relative_path()) collector.components.push_back(component.string());
  collector.collect(path.root_path(), 0, 0);
  std::ranges::sort(collector.found);
  const auto repeated = std::ranges::unique(collector.found);
  collector.found.erase(repeated.begin(), repeated.end());
  return std::move(collector.found);
}

}  // namespace ramet::inline v1::dataset
