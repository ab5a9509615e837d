#pragma once

#include <string>

#include "cli/text/json.hpp"

#include "ramet/object/object_graph.hpp"

namespace ramet::cli {

/// The members of an object of any class, one on each line, with members of nested objects indented. An object that was
/// already shown is only named; of a long list only the first items are shown.
std::string object_text(const object::ObjectGraph& graph);
Json object_json(const object::ObjectGraph& graph);

}  // namespace ramet::cli
