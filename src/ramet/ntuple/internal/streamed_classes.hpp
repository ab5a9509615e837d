#pragma once

#include <memory>

#include "ramet/ntuple/schema.hpp"
#include "ramet/object/form_cache.hpp"

namespace ramet::inline v1::ntuple::internal {

/// The forms of an ntuple's streamed classes: those that it describes itself take precedence over the file's. If it
/// describes none, returns `file`. Throws Error(corrupt).
std::shared_ptr<const object::FormCache> forms_of(const Schema& schema, std::shared_ptr<const object::FormCache> file);

}  // namespace ramet::inline v1::ntuple::internal
