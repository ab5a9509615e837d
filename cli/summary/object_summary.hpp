#pragma once

#include <string>

#include "cli/text/json.hpp"

#include "ramet/object/object_graph.hpp"

namespace ramet::cli {

/// The members of an object of any class, one a line, those of objects in it further in. An object that was shown above
/// is named only; of long lists the first are shown.
std::string object_text(const object::ObjectGraph& graph);
Json object_json(const object::ObjectGraph& graph);

}  // namespace ramet::cli
