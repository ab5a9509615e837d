#pragma once

#include <string>
#include <string_view>

#include "cli/terminal/terminal.hpp"
#include "cli/text/json.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"

namespace ramet::cli {

/// Describe a file: header, directories, and the classes in its streamer infos. Throws Error(corrupt) if a directory
/// cannot be read.
std::string file_text(const dataset::File& file, const Terminal& terminal);
Json file_json(const dataset::File& file);

/// Describe a key of any class by its head.
std::string key_text(const file::Key& key, std::string_view place, const Terminal& terminal);
Json key_json(const file::Key& key, std::string_view place);

}  // namespace ramet::cli
