#include "ramet/hist/internal/stored/class_family.hpp"

#include <algorithm>
#include <array>

#include "ramet/core/function_ref.hpp"

namespace ramet::inline v1::hist::internal {
namespace {

constexpr int deepest_inheritance = 30;

/// A class and its family. Threads: a value.
struct Root {
  std::string_view class_name;
  Family family;
};

constexpr std::array<Root, 10> roots = {{
    {"TH2Poly", Family::polygons},
    {"TH1", Family::binned},
    {"THn", Family::dense},
    {"THnSparse", Family::sparse},
    {"THStack", Family::stack},
    {"TEfficiency", Family::efficiency},
    {"TF1", Family::function},
    {"TGraph", Family::graph},
    {"TGraph2D", Family::graph},
    {"TMultiGraph", Family::multi_graph},
}};

/// Whether `is_wanted` holds for the class or one of its bases.
bool any_of_bases(const object::Layouts& layouts, std::string_view class_name,
                  FunctionRef<bool(std::string_view)> is_wanted, int depth = 0) {
  if (is_wanted(class_name)) return true;
  if (depth >= deepest_inheritance) return false;
  for (const schema::StreamerInfos* infos : {layouts.file, layouts.catalogue}) {
    const schema::StreamerInfo* const info = infos == nullptr ? nullptr : infos->find_latest(class_name);
    if (info == nullptr) continue;
    return std::ranges::any_of(info->elements, [&](const schema::StreamerElement& element) {
      return element.element_class == "TStreamerBase" && any_of_bases(layouts, element.name, is_wanted, depth + 1);
    });
  }
  return false;
}

}  // namespace

Family family_of(const object::Layouts& layouts, std::string_view class_name) {
  Family family = Family::none;
  any_of_bases(layouts, class_name, [&](std::string_view name) {
    const auto root = std::ranges::find(roots, name, &Root::class_name);
    if (root == roots.end()) return false;
    family = root->family;
    return true;
  });
  return family;
}

bool is_a(const object::Layouts& layouts, std::string_view class_name, std::string_view base) {
  return any_of_bases(layouts, class_name, [&](std::string_view name) { return name == base; });
}

}  // namespace ramet::inline v1::hist::internal
