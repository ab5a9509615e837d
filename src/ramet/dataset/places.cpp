#include "ramet/dataset/places.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/dataset/internal/glob.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/io/detail/url.hpp"

namespace ramet::inline v1::dataset {
namespace {

/// Split a pattern into file and object. A pattern is not an existing file, so the split is after its ".root" ending,
/// or else at the first colon.
FileAndObject split_pattern(std::string_view text) {
  constexpr std::string_view ending = ".root:";
  const std::size_t at = text.find(ending);
  if (at == std::string_view::npos) return split_path(text);
  const std::size_t colon = at + ending.size() - 1;
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

/// In the place of a name that is not given.
constexpr std::string_view no_name = "?";

}  // namespace

bool is_pattern_of_files(std::string_view file) {
  std::error_code ignored;
  return is_glob(file) && io::url_scheme(file).empty() && !std::filesystem::exists(file, ignored);
}

std::vector<std::string> files_of(std::string_view text) {
  std::vector<std::string> files;
  if (is_pattern_of_files(text)) files = glob(text);
  if (files.empty()) files.emplace_back(text);
  return files;
}

std::vector<FileAndObject> places_of(std::string_view text, std::string_view object) {
  FileAndObject place = split_path(text);
  const bool is_pattern = is_pattern_of_files(place.file);
  if (is_pattern) place = split_pattern(text);
  if (place.object.empty()) place.object = object;
  if (place.object.empty())
    detail::fail(ErrorKind::misuse, "'{}' names no tree: write 'file.root:tree', or give one name for all files",
                 io::shown_url(text));
  if (!is_pattern) return {std::move(place)};
  std::vector<FileAndObject> places;
  for (std::string& file : glob(place.file)) places.push_back({std::move(file), place.object});
  if (places.empty()) detail::fail(ErrorKind::file_missing, "no file matches '{}'", place.file);
  return places;
}

std::string shown_place(std::string_view text) {
  if (io::url_scheme(text).empty()) return std::string(text);
  const auto [file, object] = split_path(text);
  return object.empty() ? io::shown_url(file) : fmt::format("{}:{}", io::shown_url(file), object);
}

std::vector<FileAndObject> places_of(std::span<const std::string> texts, std::string_view object) {
  std::vector<FileAndObject> places;
  for (const std::string& text : texts)
    for (FileAndObject& place : places_of(text, object)) places.push_back(std::move(place));
  return places;
}

std::vector<FileAndObject> table_places(const Session& session, std::string_view text, std::string_view table) {
  std::vector<FileAndObject> places = places_of(text, table.empty() ? no_name : table);
  if (places.front().object != no_name) return places;
  const std::string only = only_table(*session.open(places.front().file));
  for (FileAndObject& place : places) place.object = only;
  return places;
}

std::vector<FileAndObject> table_places(const Session& session, std::span<const std::string> texts,
                                        std::string_view table) {
  std::vector<FileAndObject> places;
  for (const std::string& text : texts)
    for (FileAndObject& place : table_places(session, text, table)) places.push_back(std::move(place));
  return places;
}

}  // namespace ramet::inline v1::dataset
