#pragma once

#include <string>

#include "ramet/frame/explaining/explanation.hpp"

namespace ramet::inline v1::frame {

/// An explanation as a picture: an SVG document whose boxes are stages, from left to right.
std::string to_svg(const Explanation& of);

}  // namespace ramet::inline v1::frame
