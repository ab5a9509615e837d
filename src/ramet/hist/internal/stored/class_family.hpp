#pragma once

#include <cstdint>
#include <string_view>

#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::hist::internal {

/// What a class is read as.
enum class Family : std::uint8_t {
  none,
  binned,       ///< TH1, TH2, TH3, TProfile, TProfile2D, TProfile3D
  dense,        ///< THn
  sparse,       ///< THnSparse
  polygons,     ///< TH2Poly
  stack,        ///< THStack
  efficiency,   ///< TEfficiency
  function,     ///< TF1, TF2, TF3
  graph,        ///< TGraph, TGraph2D
  multi_graph,  ///< TMultiGraph
};

/// By the class itself and what it derives from, as far as the layouts say.
Family family_of(const object::Layouts& layouts, std::string_view class_name);

/// Whether a class is `base` or derives from it, as far as the layouts say.
bool is_a(const object::Layouts& layouts, std::string_view class_name, std::string_view base);

}  // namespace ramet::inline v1::hist::internal
