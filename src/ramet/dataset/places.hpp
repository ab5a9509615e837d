#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/dataset/session.hpp"

namespace ramet::inline v1::dataset {

/// Whether a name is a pattern for several files. URLs, and existing files whose names contain a '*', are not.
bool is_pattern_of_files(std::string_view file);

/// The files that match a pattern, in order of path; the text itself if it is no pattern, or if none matches.
std::vector<std::string> files_of(std::string_view text);

/// The files and objects that a text names: "run*.root:Events" is the tree in every matching file, in order of path; a
/// text without a glob is one place, even if the file does not exist. `object` is used for a text that names no object.
/// Throws Error(file_missing) when a glob matches no file, Error(misuse) when neither names an object,
/// Error(unsupported) for a URL of another kind than http, https and s3.
std::vector<FileAndObject> places_of(std::string_view text, std::string_view object = {});

/// The same for several texts, in their order.
std::vector<FileAndObject> places_of(std::span<const std::string> texts, std::string_view object = {});

/// The same for tables: a text that names none, without `table`, names the only tree or ntuple of its first file.
/// Throws also as Session::open for that file, and as only_table.
std::vector<FileAndObject> table_places(const Session& session, std::string_view text, std::string_view table = {});
std::vector<FileAndObject> table_places(const Session& session, std::span<const std::string> texts,
                                        std::string_view table = {});

/// What messages and reports show of "FILE:OBJECT": a file as io::shown_url has it, and the object.
std::string shown_place(std::string_view text);

}  // namespace ramet::inline v1::dataset
