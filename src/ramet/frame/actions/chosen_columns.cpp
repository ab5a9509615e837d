#include "ramet/frame/actions/chosen_columns.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fnmatch.h>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"
#include "ramet/frame/actions/stored_columns.hpp"

namespace ramet::inline v1::frame {
namespace {

bool matches(const std::string& pattern, const std::string& name) {
  return name == pattern || fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

bool matches_any(const std::vector<std::string>& patterns, const std::string& name) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) { return matches(pattern, name); });
}

/// Add the names that a pattern matches; false if there are none.
bool add_matches(const std::string& pattern, const std::vector<std::string>& names, std::set<std::string>& matched) {
  bool found = false;
  for (const std::string& name : names) {
    if (!matches(pattern, name)) continue;
    matched.insert(name);
    found = true;
  }
  return found;
}

[[noreturn]] void refuse(std::string_view choice, const std::string& pattern, const std::vector<std::string>& names) {
  const std::vector<std::string_view> known(names.begin(), names.end());
  const bool is_name = pattern.find_first_of("*?[") == std::string::npos;
  detail::fail(ErrorKind::not_found, "{} '{}': {}{}", choice, pattern,
               is_name ? "there is no such column" : "no column matches this pattern",
               file::suggest_names(pattern, known));
}

}  // namespace

std::vector<std::string> chosen_columns(const Frame& frame, const ColumnChoice& choice) {
  const std::vector<std::string> usual = columns_to_store(frame);
  const std::vector<FrameColumn> columns = frame.columns();
  std::vector<std::string> all;
  std::set<std::string> kept;
  for (const FrameColumn& column : columns) {
    all.push_back(column.name);
    if (column.kind == FrameColumn::Kind::defined) kept.insert(column.name);
  }
  const auto names_unreadable = [&](const std::string& pattern) {
    return std::ranges::any_of(choice.unreadable, [&](const std::string& name) { return matches(pattern, name); });
  };
  if (choice.keep.empty()) kept.insert(usual.begin(), usual.end());
  for (const std::string& pattern : choice.keep)
    if (!add_matches(pattern, usual, kept) && !add_matches(pattern, all, kept) && !names_unreadable(pattern))
      refuse(choice.word_of_keep, pattern, all);
  std::set<std::string> dropped;
  for (const std::string& pattern : choice.drop)
    if (!add_matches(pattern, all, dropped) && !names_unreadable(pattern)) refuse("drop", pattern, all);
  std::vector<std::string> chosen;
  for (const std::string& name : all)
    if (kept.contains(name) && !dropped.contains(name)) chosen.push_back(name);
  if (chosen.empty() && chosen_unreadable(choice).empty())
    detail::fail(ErrorKind::misuse, "no column is left to be written");
  return chosen;
}

std::vector<std::string> chosen_unreadable(const ColumnChoice& choice) {
  std::vector<std::string> chosen;
  for (const std::string& name : choice.unreadable)
    if ((choice.keep.empty() || matches_any(choice.keep, name)) && !matches_any(choice.drop, name))
      chosen.push_back(name);
  return chosen;
}

}  // namespace ramet::inline v1::frame
