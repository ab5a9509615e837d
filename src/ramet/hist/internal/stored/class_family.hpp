#pragma once

#include <cstdint>
#include <string_view>

#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::hist::internal {

/// The families of classes, each read by one reader.
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

/// The family of a class or of its bases, as far as the layouts have them.
Family family_of(const object::Layouts& layouts, std::string_view class_name);

/// Whether a class is `base` or derives from it, as far as the layouts have it.
bool is_a(const object::Layouts& layouts, std::string_view class_name, std::string_view base);

}  // namespace ramet::inline v1::hist::internal
