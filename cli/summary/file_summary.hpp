#pragma once

#include <string>
#include <string_view>

#include "cli/terminal/terminal.hpp"
#include "cli/text/json.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/file/key.hpp"

namespace ramet::cli {

/// A file: header, directories, the classes that its streamer infos describe. Throws Error(corrupt) when a directory
/// cannot be read.
std::string file_text(const dataset::File& file, const Terminal& terminal);
Json file_json(const dataset::File& file);

/// A key of any class: what its head says.
std::string key_text(const file::Key& key, std::string_view place, const Terminal& terminal);
Json key_json(const file::Key& key, std::string_view place);

}  // namespace ramet::cli
