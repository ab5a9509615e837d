#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ramet/object/stored_form.hpp"
#include "ramet/tree/column_layout.hpp"

namespace ramet::inline v1::tree {

/// The layout of a type as a branch's whole entry, or as a member, decoded by object::ColumnReader. Unsupported, with
/// the reason, when a column cannot hold the type.
ColumnLayout streamed_layout(const object::Layouts& layouts, const std::string& type, object::Place place);
/// The same for a class whose objects have no head, in the class version that the branch states.
ColumnLayout headless_layout(const Branch& branch);
/// The same for a member of a class.
ColumnLayout streamed_member_layout(const object::Layouts& layouts, const schema::StreamerInfo& info,
                                    std::size_t element);

}  // namespace ramet::inline v1::tree
