#pragma once

#include <string>

#include "ramet/frame/explaining/explanation.hpp"

namespace ramet::inline v1::frame {

/// The stages as lines of text, each below the one whose entries it chooses from.
std::string to_text(const Explanation& of);
/// The same as a graph in the language of Graphviz.
std::string to_dot(const Explanation& of);

}  // namespace ramet::inline v1::frame
