#pragma once

#include <memory>

#include "ramet/ntuple/schema.hpp"
#include "ramet/object/form_cache.hpp"

namespace ramet::inline v1::ntuple::internal {

/// The layouts of the classes of an ntuple's streamed objects: those that it describes itself come before the file's.
/// Where it describes none, they are the file's. Throws Error(corrupt).
std::shared_ptr<const object::FormCache> forms_of(const Schema& schema, std::shared_ptr<const object::FormCache> file);

}  // namespace ramet::inline v1::ntuple::internal
