#include "ramet/frame/internal/graph/variation_shape.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

bool gives_arrays(const Variation& variation) noexcept {
  return variation.lists->kind == Definition::Kind::function && variation.lists->type.kind == array::Kind::regular;
}

}  // namespace

void require_shape(const Variation& variation) {
  if (!gives_arrays(variation)) return;
  std::vector<std::size_t> wanted;
  if (variation.is_nested) wanted.push_back(variation.columns);
  wanted.push_back(variation.tags.size());
  const array::Type* at = &variation.lists->type;
  for (const std::size_t size : wanted) {
    if (at->kind != array::Kind::regular) return;
    if (at->size != size)
      detail::fail(ErrorKind::misuse, "the function of variation '{}' gives values of type {}: lists of {} are wanted",
                   variation.name, array::to_string(variation.lists->type), size);
    at = &at->contents.front();
  }
}

bool has_flat_lists(const Variation& variation) noexcept {
  return variation.is_nested && gives_arrays(variation) &&
         variation.lists->type.contents.front().kind == array::Kind::regular;
}

}  // namespace ramet::inline v1::frame::internal
