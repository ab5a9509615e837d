#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/dataset/session.hpp"

namespace ramet::inline v1::dataset {

/// Whether a file's name is a pattern of several; one that is there, with a '*' in its name, is not, nor is a URL.
bool is_pattern_of_files(std::string_view file);

/// The files that a text names, and what is meant in each: "run*.root:Events" is the tree of every file that matches,
/// in order of path; a text without a glob is one place, whether the file is there or not. What `object` names holds
/// for a text that names none itself. Throws Error(not_found) when a glob matches no file, Error(misuse) when neither
/// names an object, Error(unsupported) for a URL.
std::vector<FileAndObject> places_of(std::string_view text, std::string_view object = {});

/// Those of several texts, in their order.
std::vector<FileAndObject> places_of(std::span<const std::string> texts, std::string_view object = {});

}  // namespace ramet::inline v1::dataset
